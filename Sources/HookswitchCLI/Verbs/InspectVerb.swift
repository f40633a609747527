internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch inspect FILE [--json]`: judges one plugin file in depth.
enum InspectVerb: Verb {
  static let syntax = VerbSyntax(
    name: "inspect", summary: "Judge one plugin file in depth, without running it",
    discussion: """
      FILE is a transport's library or its manifest; the command finds the other one beside it. It shows the contents of both, \
      whether the file and the folders above it are trusted, the digest for pinning, the result of its first contact if there was \
      one, and the verdict, which is the same as the host's.

      The command neither runs nor maps the file, so it is safe for truncated, foreign and hostile files.
      """,
    operands: [VerbOperand("FILE", .one, "A library (.so) or a manifest (.transport.json).")],
    options: [
      .json,
      VerbOption("--settings", "List the settings in its manifest instead: the values, the default and the purpose of each."),
    ],
    examples: [
      VerbExample("hookswitch inspect .build/release/libLoopback.so", "Show whether the host would load this library, and its contents."),
      VerbExample("hookswitch inspect sip.transport.json --json", "Inspect a manifest, and print JSON."),
      VerbExample("hookswitch inspect sip.transport.json --settings", "List the settings of this transport."),
    ],
    exitCodes: [
      .success: "The host would load it.",
      .failure: "The host would not load it; the command prints the reason.",
      .usage: "The arguments are wrong, or the file cannot be read.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let file = arguments.operands[0]
    guard access(file, R_OK) == 0 else { throw .badFile(file, String(cString: strerror(errno))) }
    if TransportPath.isFolder(file) { throw .badFile(file, "is a folder; name a library or a manifest in it") }
    let inspection = TransportInspection.inspect(file: file)
    if arguments.has("--settings") {
      guard let schema = inspection.candidates.compactMap(\.manifest).first?.configSchema, let list = SettingsList(schema: schema) else {
        throw .badFile(file, "has no manifest with a config-schema, so see its documentation for its settings")
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
