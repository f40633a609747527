internal import TransportLoader

/// `hookswitch unquarantine FILE|ID…` or `--all`: releases transports from quarantine.
enum UnquarantineVerb: Verb {
  static let syntax = VerbSyntax(
    name: "unquarantine", summary: "Release a transport from quarantine, so that the host tries it again",
    discussion: """
      A transport is in quarantine when the process that first loaded it died or was silent. It leaves quarantine by itself when its \
      file or a library that it needs changes. This verb is for reasons that only an operator knows, such as a fault of the machine.

      The verb loads nothing: the next use, or hookswitch transports, tries the transport again in a separate process.
      """,
    operands: [VerbOperand("FILE|ID", .any, "A library or its manifest, or the id of a transport.")],
    options: [VerbOption("--all", "Release all of them.")],
    examples: [
      VerbExample("hookswitch unquarantine org.example.sip", "Release the transport with that id."),
      VerbExample("hookswitch unquarantine --all", "Release all transports."),
    ],
    exitCodes: [
      .success: "All of them are released.",
      .failure: "One of them was not in quarantine, or the remaining list cannot be written.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let isAll = arguments.has("--all")
    guard isAll != !arguments.operands.isEmpty else {
      throw .usage("unquarantine: name a FILE or an ID, or give --all; hookswitch transports --quarantined lists them")
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
      throw .failed("unquarantine: \(stranger) is not in quarantine; hookswitch transports --quarantined lists those that are")
    }
    return .success
  }

  private static func isMeant(_ entry: QuarantineEntry, by name: String) -> Bool {
    if entry.ids.contains(name) || entry.file == name { return true }
    guard let path = TransportPath.resolved(name) else { return false }
    return entry.file == path || TransportInspection.inspect(file: path).file == entry.file
  }
}
