internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch inspect FILE [--json]`: one plugin file, judged in depth.
enum InspectVerb: Verb {
  static let syntax = VerbSyntax(
    name: "inspect", summary: "Judge one plugin file in depth, without running it",
    discussion: """
      FILE is a transport's library or its manifest; the other half is found beside it. Shown are what both say, whether the \
      file and the folders above it are trusted, its digest for pinning, how its first contact went if there was one, and the \
      verdict: the same that the host would come to.

      No code of the file runs, and it is not mapped: it may be truncated, foreign or hostile.
      """,
    operands: [VerbOperand("FILE", .one, "A library (.so) or a manifest (.transport.json).")],
    options: [
      .json,
      VerbOption("--settings", "List instead what can be set, by its manifest: what each setting may be, is unless said, and is for."),
    ],
    examples: [
      VerbExample("hookswitch inspect .build/release/libLoopback.so", "Say whether this library could be loaded, and what is in it."),
      VerbExample("hookswitch inspect sip.transport.json --json", "The same of a manifest, as JSON."),
      VerbExample("hookswitch inspect sip.transport.json --settings", "List what can be set of this transport."),
    ],
    exitCodes: [
      .success: "The host would load it.",
      .failure: "The host would not load it; the reason is printed.",
      .usage: "The arguments are wrong, or the file cannot be read.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let file = arguments.operands[0]
    guard access(file, R_OK) == 0 else { throw .badFile(file, String(cString: strerror(errno))) }
    if TransportPath.isFolder(file) { throw .badFile(file, "is a folder; name a library or a manifest in it") }
    let inspection = TransportInspection.inspect(file: file)
    if arguments.has("--settings") {
      guard let schema = inspection.candidates.compactMap(\.manifest).first?.configSchema, let list = SettingsList(schema: schema) else {
        throw .badFile(file, "has no manifest with a config-schema, so its settings are known to its documentation alone")
      }
      console.print(list.text(console: console))
    } else if arguments.has("--json") {
      try console.printJSON(inspection)
    } else {
      console.print(InspectionReport(console: console).text(of: inspection))
    }
    return inspection.candidates.contains(where: \.isUsable) ? .success : .failure
  }
}
