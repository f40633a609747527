internal import TransportLoader

/// `hookswitch transports [--json] [--transport-path DIR]…`: what is found, where, and why it is refused.
enum TransportsVerb: Verb {
  static let syntax = VerbSyntax(
    name: "transports", summary: "List the transports that are found, and why one is refused",
    discussion: """
      Looks through the folders of the search path in order: those of --transport-path, those of HOOKSWITCH_TRANSPORT_PATH, the \
      folder of this command and what was installed with it, the user's, the machine's. Of two transports with one id the first \
      is used and the other is listed as shadowed.

      No code of a transport runs: everything is read from its manifest and its file.
      """,
    options: [.json, .transportPath],
    examples: [
      VerbExample("hookswitch transports", "List what can be used here, and what cannot and why."),
      VerbExample(
        "hookswitch transports --transport-path ./build --json", "Look into a folder of your own first, and print JSON for a script."),
    ],
    exitCodes: [
      .success: "The list was printed, whatever is in it.",
      .usage: "The arguments are wrong, or a folder of --transport-path is not there.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let catalog = TransportCatalog(searching: try TransportPath.searchPath(arguments, verb: syntax.name))
    if arguments.has("--json") {
      try console.printJSON(catalog)
    } else {
      console.print(TransportList(console: console).text(of: catalog))
    }
    return .success
  }
}
