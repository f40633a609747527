internal import TransportLoader

/// `hookswitch unquarantine FILE|ID…` or `--all`: lets transports be tried again.
enum UnquarantineVerb: Verb {
  static let syntax = VerbSyntax(
    name: "unquarantine", summary: "Let a transport be tried again whose first contact ended badly",
    discussion: """
      A transport is in quarantine when the process that it was first loaded in died or was silent. It comes out by itself when its \
      file or a library that it needs changes; this verb is for what only an operator knows, such as that the machine was at fault.

      Nothing is loaded by this: the next use, or hookswitch transports, tries it again in a process of its own.
      """,
    operands: [VerbOperand("FILE|ID", .any, "A library or its manifest, or the id of a transport.")],
    options: [VerbOption("--all", "Let all of them out.")],
    examples: [
      VerbExample("hookswitch unquarantine org.example.sip", "Let the transport of that id be tried again."),
      VerbExample("hookswitch unquarantine --all", "Let all be tried again."),
    ],
    exitCodes: [
      .success: "All that were named are out.",
      .failure: "One that was named was not in quarantine, or what is left cannot be written.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let isAll = arguments.has("--all")
    guard isAll != !arguments.operands.isEmpty else {
      throw .usage("unquarantine: name a FILE or an ID, or give --all; hookswitch transports --quarantined lists what there is")
    }
    var quarantine = Quarantine()
    if let trouble = quarantine.trouble { throw .failed("unquarantine: \(trouble)") }
    var released = isAll ? quarantine.release { _ in true } : []
    var strangers: [String] = []
    for name in arguments.operands {
      let entries = quarantine.release { isMeant($0, by: name) }
      released += entries
      if entries.isEmpty { strangers.append(name) }
    }
    if let reason = quarantine.save() { throw .failed("unquarantine: \(reason)") }
    for entry in released { console.print(PlainText.line("\((entry.ids + [entry.file]).joined(separator: " ")) is out of quarantine")) }
    if let stranger = strangers.first {
      throw .failed("unquarantine: \(stranger) is not in quarantine; hookswitch transports --quarantined lists what is")
    }
    return .success
  }

  private static func isMeant(_ entry: QuarantineEntry, by name: String) -> Bool {
    if entry.ids.contains(name) || entry.file == name { return true }
    guard let path = TransportPath.resolved(name) else { return false }
    return entry.file == path || TransportInspection.inspect(file: path).file == entry.file
  }
}
