internal import CallStore
internal import FoundationEssentials
internal import HostDoors
internal import HostSurface
internal import StrictJSON

// The history: its list, its export, and the import from GNOME Calls.
extension ClientVerb {
  static let history: ClientVerb = {
    let columns: [ClientTable.Column] = [
      .text("began"), .text("direction"), .text("outcome"), .text("displayName"), .text("duration"), .text("decidedBy"),
    ]
    var verb = list(
      "history", .historyList, "List past calls, write them to a file, and take in others", columns, of: "calls",
      options: [
        VerbOption("--limit", value: "N", "At most N calls (default 100, and all with --format)."),
        VerbOption("--text", value: "TEXT", "Only calls with this text in their name, label or handle."),
        VerbOption("--provider", value: "PROVIDER", "Only calls of this provider."),
        VerbOption("--line", value: "LINE", "Only calls of this line."),
        VerbOption("--from", value: "TIME", "Only calls since this time, such as 2026-11-24T20:00:00Z."),
        VerbOption("--to", value: "TIME", "Only calls before this time."), VerbOption("--missed", "Only missed calls."),
        VerbOption("--unread", "Only calls that no person has read."),
        VerbOption("--format", value: "FORM", "Print all calls as csv (RFC 4180), as json (one array) or as jsonl (an object a line)."),
      ],
      [
        (
          "filter",
          .members([
            ("text", .option("--text")), ("provider", .option("--provider")), ("line", .option("--line")), ("from", .option("--from")),
            ("to", .option("--to")), ("outcomes", .given("--missed", .strings(["missed"]))), ("unread", .flag("--unread")),
          ])
        ), ("limit", .option("--limit")),
      ])
    verb.flow = { verb, arguments, console throws(CommandError) in try listHistory(verb, arguments, console) }
    return verb
  }()

  static let historyActions: [ClientVerb] = [
    ClientVerb(
      "history read", .historyMarkRead, "Mark missed calls as read", "Marks all calls as read, so that no missed call is left.",
      example: VerbExample("hookswitch history read", "Take note of all missed calls."), [("before", .constant(.integer(Int64.max)))],
      text: { result, _ in result["changed"]?.integer.map { $0 == 1 ? "1 call" : "\($0) calls" } }),
    ClientVerb(
      "history remove", .historyRemove, "Remove calls from the history", "Removes calls by their numbers, which --json shows.",
      operands: [VerbOperand("ID", .oneOrMore, "The number of a call in the history.")],
      example: VerbExample("hookswitch history remove 17", "Remove one call."), [("ids", .operands(from: 0))],
      text: { result, _ in result["changed"]?.integer.map { $0 == 1 ? "1 call" : "\($0) calls" } }),
    ClientVerb(
      "history import", .historyList, "Take in the history of GNOME Calls",
      """
      Takes in the calls of GNOME Calls from its file records.db, which is only read; a second import adds only new calls. Calls \
      older than the configuration keeps (store.days, default 365) are soon forgotten again. It writes into the memory itself, so the \
      daemon must not run.
      """,
      operands: [VerbOperand("FILE", .optional, "The file (default ~/.local/share/calls/records.db).")],
      options: [
        VerbOption("--config", value: "FILE", "The daemon's configuration (default ~/.config/hookswitch/config.json, if it is there)."),
        VerbOption("--state", value: "DIR", "The folder of the daemon's memory (default ~/.local/state/hookswitch)."),
      ],
      example: VerbExample("hookswitch history import", "Take in the calls of this user."), flow: importHistory),
  ]

  /// Lists one page for people, or writes all pages in a format.
  private static func listHistory(_ verb: ClientVerb, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    guard let format = try arguments.word("--format", of: verb.syntax) as HistoryForm? else {
      var single = verb
      single.flow = nil
      return try single.perform(arguments, console)
    }
    if arguments.has("--json") { throw .usage("history: give --json or --format, not both") }
    let client = try DaemonClient(arguments, verb: verb.name)
    var rows = HistoryRows(format, limit: arguments.value("--limit").flatMap { Int($0) })
    guard case .object(var parameters) = verb.parameters(of: arguments) else { return }
    try OutputFile.write(exactly: rows.head, to: "-")
    repeat {
      parameters.removeAll { $0.name == "before" || $0.name == "limit" }
      parameters.append(JSONValue.Member(name: "limit", value: .integer(rows.pageSize)))
      if let before = rows.before { parameters.append(JSONValue.Member(name: "before", value: .integer(before))) }
      let page = try client.call(verb.method, .object(parameters))
      try OutputFile.write(exactly: rows.take(page), to: "-")
    } while !rows.isOver
    try OutputFile.write(exactly: rows.tail, to: "-")
  }

  /// Imports the records of GNOME Calls into the memory of a daemon that does not run.
  private static func importHistory(_ verb: ClientVerb, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    let environment = ProcessInfo.processInfo.environment
    let paths = try DaemonPaths.usual(isSystem: false, environment: environment)
    guard let file = arguments.operands.first ?? dataFolder(environment).map({ $0 + "/calls/records.db" }) else {
      throw .usage("\(verb.name): name the file: the environment has neither XDG_DATA_HOME nor HOME")
    }
    var options = DaemonOptions(paths: paths)
    options.config = arguments.value("--config")
    let config = try DaemonVerb.readConfig(options)
    let lock: HostLock
    do throws(DoorError) {
      lock = try HostLock(beside: arguments.value("--socket") ?? config.socketPath ?? paths.socket)
    } catch {
      if case .alreadyRunning = error { throw .failed("\(verb.name): the daemon has the memory open; stop it first: \(error)") }
      throw .failed("\(verb.name): \(error)")
    }
    defer { withExtendedLifetime(lock) {} }
    let store = CallStore(
      folder: arguments.value("--state") ?? config.storePath ?? paths.state,
      settings: config.storeSettings(config.numberSettings(environment: environment).host))
    defer { store.close() }
    do throws(StoreError) {
      let report = try store.importRecords(from: file)
      let counts: JSONValue = .object(of: [
        "added": .integer(report.added), "changed": .integer(report.changed), "skipped": .integer(report.skipped),
        "problems": .strings(report.problems),
      ])
      if arguments.has("--json") { return console.print(counts.text) }
      for problem in report.problems { console.complain("hookswitch: \(verb.name): \(problem)") }
      console.print(Self.counts(counts))
    } catch {
      if error.code == .notFound { throw .badFile(file, error.reason) }
      throw .failed("\(verb.name): \(error)")
    }
  }

  private static func dataFolder(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
    return environment["HOME"].map { $0 + "/.local/share" }
  }
}

/// The pages of an export of the history.
struct HistoryRows {
  private let format: HistoryForm
  /// The number of calls that may still come; nil for all.
  private var rest: Int?
  private var isFirst = true
  /// The place of the next page.
  private(set) var before: Int?
  /// True after the last page.
  private(set) var isOver = false

  /// The daemon's largest page.
  private static let page = 1_000

  /// - Parameter limit: the largest number of calls; nil for all.
  init(_ format: HistoryForm, limit: Int?) { (self.format, rest) = (format, limit) }

  /// The number of calls to ask for.
  var pageSize: Int { min(rest ?? Self.page, Self.page) }

  /// The text before the first call.
  var head: String { HistoryText(format).head }
  /// The text after the last call.
  var tail: String { format == .json ? (isFirst ? "]\n" : "\n]\n") : "" }

  /// Takes a page, a result of `history.list`, and returns its text.
  mutating func take(_ page: JSONValue) -> String {
    let calls = page["calls"]?.array ?? []
    before = page["next"]?.integer
    if let count = rest { rest = max(0, count - calls.count) }
    isOver = before == nil || rest == 0 || calls.isEmpty
    return calls.map { row($0) }.joined()
  }

  private mutating func row(_ call: JSONValue) -> String {
    defer { isFirst = false }
    switch format {
    case .csv: return HistoryText.record(HistoryText.columns.map { Self.field($0, of: call) })
    case .json: return (isFirst ? "\n  " : ",\n  ") + call.text
    case .jsonl: return call.text + "\n"
    }
  }

  /// The members of a call that stand below another member.
  private static let nested: [String: [String]] = [
    "handleType": ["handle", "type"], "handle": ["handle", "value"], "endReason": ["end", "reason"], "endCause": ["end", "cause"],
    "madeRoomFor": ["end", "madeRoomFor"], "transportDomain": ["end", "transport", "domain"],
    "transportCode": ["end", "transport", "code"],
    "transportCause": ["end", "transport", "cause"], "transportMessage": ["end", "transport", "message"],
  ]

  private static func field(_ column: String, of call: JSONValue) -> HistoryText.Field {
    let value = (nested[column] ?? [column]).reduce(Optional(call)) { $0?[$1] }
    switch value {
    case nil, .null?: return .plain("")
    case .string(let text)?: return .text(text)
    case .array(let items)?: return .text(items.compactMap(\.string).joined(separator: "\n"))
    case let other?: return .plain(other.text)
    }
  }
}
