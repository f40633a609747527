internal import HostConfiguration
internal import HostSurface
internal import StrictJSON

// Contacts in files, and favourites: verbs of more than one step.
extension ClientVerb {
  /// Reads a file of vCards and sends it to the daemon.
  static func importContacts(_ verb: ClientVerb, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    let path = arguments.operands[0]
    let bytes: [UInt8]
    do { bytes = try InputFile.read(path, limit: HostSurface.vCardLimit) } catch { throw .badFile(error) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .badFile(path, "is not UTF-8; convert it with iconv") }
    let client = try DaemonClient(arguments, verb: verb.name)
    let report = try client.call(verb.method, .object(of: ["vcard": .string(text)]))
    if arguments.has("--json") { return console.print(report.text) }
    for problem in report["problems"]?.strings ?? [] { console.complain("hookswitch: \(verb.name): \(problem)") }
    console.print(counts(report))
  }

  /// The counts of an import in words.
  static func counts(_ report: JSONValue) -> String {
    ["added", "changed", "skipped"].map { "\(report[$0]?.integer ?? 0) \($0)" }.joined(separator: ", ")
  }

  /// Writes all contacts to a file, or to standard output.
  static func exportContacts(_ verb: ClientVerb, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    let client = try DaemonClient(arguments, verb: verb.name)
    let result = try client.call(verb.method, .object([]))
    if arguments.has("--json") { return console.print(result.text) }
    let text = result["vcard"]?.string ?? ""
    // A vCard's lines end with CR LF (RFC 6350, section 3.2), which the console would escape.
    try OutputFile.write(exactly: text, to: arguments.operands.first ?? "-")
  }

  /// Makes a contact a favourite, after all others, or takes it out of the favourites.
  static func setFavourite(
    _ isFavourite: Bool, _ verb: ClientVerb, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    guard let id = Int(arguments.operands[0]) else {
      throw .usage(
        "\(verb.name): ID is \(PlainText.of(arguments.operands[0])), should be a contact's number; hookswitch contacts lists them")
    }
    let client = try DaemonClient(arguments, verb: verb.name)
    let contact = try client.call(.contactGet, .object(of: ["id": .integer(id)]))
    guard case .object(var members) = contact else { return }
    // A contact's source is the daemon's to say.
    members.removeAll { $0.name == "source" || $0.name == "favourite" }
    if isFavourite {
      let favourites = try client.call(.contactList, .object(of: ["favourites": true, "limit": 1_000]))["contacts"]?.array ?? []
      let last = favourites.compactMap { $0["favourite"]?.integer }.max() ?? 0
      members.append(JSONValue.Member(name: "favourite", value: contact["favourite"] ?? .integer(last + 1)))
    }
    let result = try client.call(.contactPut, .object(of: ["contact": .object(members)]))
    if arguments.has("--json") { console.print(result.text) }
  }
}
