internal import FoundationEssentials
internal import HostDoors
internal import HostSurface
internal import StrictJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// The verbs about the cluster.
extension ClientVerb {
  static let cluster = ClientVerb(
    "cluster", .clusterStatus, "Show this node of a cluster, and drain, release and follow nodes",
    "Shows the state of the daemon as a node of its cluster. docs/cluster.md explains the words.",
    example: VerbExample("hookswitch cluster --json", "The same for a program."), text: { result, _ in clusterText(result) })

  private static let nodeOperand = VerbOperand("NODE", .optional, "The node (default the daemon's own).")

  static let clusterActions: [ClientVerb] = [
    ClientVerb(
      "cluster status", .clusterStatus, "Show this node", MethodName.clusterStatus.declaration.summary,
      example: VerbExample("hookswitch cluster status", "Show whether the node has its lease."), text: { result, _ in clusterText(result) }),
    list(
      "cluster nodes", .clusterNodes, "List the nodes",
      [
        .text("node"), .text("state"), .flags(["dead", "isHere"]), .text("slots"), .text("lentLines"), .text("beatAgeMs"), .text("weight"),
        .text("version"), .text("sip"),
      ], of: "nodes"),
    ClientVerb(
      "cluster where", .clusterWhere, "Show which node has a line", MethodName.clusterWhere.declaration.summary,
      operands: [VerbOperand("LINE", .one, "The line.")],
      example: VerbExample("hookswitch cluster where alice", "Show the node that has the line alice."), [("line", .operand(0))],
      text: { result, _ in ClientTable.members(result) }),
    list(
      "cluster lent", .clusterLent, "List the lines that are lent", [.text("line"), .text("slot"), .text("owner"), .text("borrower")],
      of: "lines"),
    list(
      "cluster strays", .clusterStrays, "List the calls of nodes that are gone",
      [.text("call"), .text("line"), .text("node"), .text("connected")], of: "strays"),
    ClientVerb(
      "cluster records", .clusterRecords, "Print the records of calls, as JSON lines",
      """
      Prints the records of the cluster's stream, an object a line, the oldest first. With --follow it goes on with new ones until it is \
      interrupted, as an archive does; --after goes on behind a known sequence.
      """,
      options: [
        VerbOption("--line", value: "LINE", "Only the records of this line."),
        VerbOption("--after", value: "N", "Only the records behind this sequence."),
        VerbOption("--limit", value: "N", "At most N records (default 100, and all with --follow)."),
        VerbOption("--follow", "Go on with new records."),
      ],
      example: VerbExample("hookswitch cluster records --follow >> archive.jsonl", "Keep an archive."),
      [("line", .option("--line")), ("after", .option("--after")), ("limit", .option("--limit"))], flow: followRecords),
    ClientVerb(
      "cluster drain", .clusterDrain, "Let a node give its slots away",
      """
      From its first moment the node takes no new calls in either direction; others take its slots, and its calls go on. When the last \
      call has ended, or after the limit, the daemon ends with exit code 0; with --then keep it stays.
      """,
      operands: [nodeOperand],
      options: [
        VerbOption("--limit", value: "TIME", "The longest time, such as 90s, 30m or 2h (default 30m)."),
        VerbOption("--then", value: "END", "end, or keep (default end)."),
        VerbOption("--wait", "Return once the node has neither slots nor borrowed lines, or is gone."),
      ],
      example: VerbExample("hookswitch cluster drain a1 --limit 30m --wait", "Empty the node a1 before maintenance."), flow: drainNode),
    ClientVerb(
      "cluster undrain", .clusterUndrain, "End a drain", MethodName.clusterUndrain.declaration.summary, operands: [nodeOperand],
      example: VerbExample("hookswitch cluster undrain a1", "Let the node a1 take slots again."), [("node", .operand(0))],
      text: { result, _ in clusterText(result) }),
    ClientVerb(
      "cluster forget", .clusterForget, "End the strays of a node that does not come back", MethodName.clusterForget.declaration.summary,
      operands: [VerbOperand("NODE", .one, "The node.")],
      example: VerbExample("hookswitch cluster forget a3", "End the calls that the node a3 had."), [("node", .operand(0))],
      text: { result, _ in "\(result["ended"]?.integer ?? 0) calls ended" }),
    line,
  ]

  /// The state of a node in a few lines.
  static func clusterText(_ value: JSONValue) -> String {
    let plain = ClientTable.plain
    let engine = value["engine"]
    var lines = [
      "\(plain(value["node"])) of \(plain(value["cluster"])): \(plain(value["state"])), lease \(plain(value["leaseMs"])) ms",
      "slots \(plain(value["slots"])), lent lines \(plain(value["lentLines"])), borrowed lines \(plain(value["borrowedLines"])), "
        + "strays \(plain(value["strays"])), records that wait \(plain(value["unshippedRecords"]))",
      engine?["connected"] == true ? "engine connected since \(plain(engine?["since"]))" : "engine not connected",
    ]
    if let problem = value["problem"]?.string { lines.append("problem: \(problem)") }
    return lines.map { PlainText.line($0) }.joined(separator: "\n")
  }

  // MARK: Flows

  /// The time between two looks at the daemon, in milliseconds.
  private static let pause: Int32 = 500

  private static func followRecords(_ verb: ClientVerb, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    let client = try DaemonClient(arguments, verb: verb.name)
    guard case .object(var parameters) = verb.parameters(of: arguments) else { return }
    let follows = arguments.has("--follow")
    if follows { set("limit", 1_000, &parameters) }
    while true {
      let page = try client.call(verb.method, .object(parameters))
      if arguments.has("--json"), !follows { return console.print(page.text) }
      for record in page["records"]?.array ?? [] { console.print(record.text) }
      guard follows else { return }
      if let next = page["next"] { set("after", next, &parameters) }
      if page["isLast"] == true { poll(nil, 0, pause) }
    }
  }

  private static func set(_ name: String, _ value: JSONValue, _ members: inout [JSONValue.Member]) {
    members.removeAll { $0.name == name }
    members.append(JSONValue.Member(name: name, value: value))
  }

  private static func drainNode(_ verb: ClientVerb, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    var parameters: [JSONValue.Member] = []
    if let node = arguments.operands.first { set("node", .string(node), &parameters) }
    if let text = arguments.value("--limit") {
      guard let seconds = seconds(text) else {
        throw .usage("\(verb.name): --limit is \(PlainText.of(text)), should be a time up to 24h, such as 90s, 30m or 2h")
      }
      set("limitSeconds", .integer(seconds), &parameters)
    }
    let then: DrainEnd? = try arguments.word("--then", of: verb.syntax)
    if let then { set("then", .string(then.rawValue), &parameters) }
    let client = try DaemonClient(arguments, verb: verb.name)
    var result = try client.call(verb.method, .object(parameters))
    let node = result["node"]?.string ?? ""
    if arguments.has("--wait") { try wait(for: node, client, &result) }
    console.print(arguments.has("--json") ? result.text : clusterText(result))
  }

  /// Waits until a node is empty or gone; a daemon that ends its own drain closes the connection.
  private static func wait(for node: String, _ client: DaemonClient, _ result: inout JSONValue) throws(CommandError) {
    while true {
      let (nodes, lent): (JSONValue, JSONValue)
      do throws(ClientError) {
        nodes = try client.client.request(.clusterNodes)
        lent = try client.client.request(.clusterLent)
      } catch {
        guard case .closed = error else { throw ClientFailure.error(error, verb: "cluster drain") }
        set("state", .string(ClusterState.gone.rawValue), of: &result)
        return set("slots", 0, of: &result)
      }
      guard let row = nodes["nodes"]?.array?.first(where: { $0["node"]?.string == node }) else { return }
      for name in ["state", "slots", "lentLines"] { if let value = row[name] { set(name, value, of: &result) } }
      if row["state"]?.string == ClusterState.gone.rawValue { return }
      let borrows = lent["lines"]?.array?.contains { $0["borrower"]?.string == node } ?? false
      if row["slots"]?.integer == 0, !borrows { return }
      poll(nil, 0, pause)
    }
  }

  private static func set(_ name: String, _ value: JSONValue, of object: inout JSONValue) {
    guard case .object(var members) = object else { return }
    guard let place = members.firstIndex(where: { $0.name == name }) else { return }
    members[place] = JSONValue.Member(name: name, value: value)
    object = .object(members)
  }

  /// Reads a time such as 90s, 30m, 2h or 90; nil for any other text.
  static func seconds(_ text: String) -> Int? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= 0, number <= 86_400 else { return nil }
    let seconds = number * (unit ?? 1)
    return seconds <= 86_400 ? seconds : nil
  }
}
