internal import TransportLoader

/// `hookswitch transports [--quarantined] [--json] [--transport-path DIR]…`: what is found, where, and why it is refused.
enum TransportsVerb: Verb {
  static let syntax = VerbSyntax(
    name: "transports", summary: "List the transports that are found, and why one is refused",
    discussion: """
      Looks through the folders of the search path in order: those of --transport-path, those of HOOKSWITCH_TRANSPORT_PATH, the \
      folder of this command and what was installed with it, the user's, the machine's. Of two transports with one id the first \
      is used and the other is listed as shadowed.

      No code of a transport runs in this process: all that can be read is read from its manifest and its file, and then the code of \
      a transport that is new here is asked in a process of its own, which has two seconds. What it said is kept until it or a \
      library that it needs changes. If that process dies or is silent, the transport is in quarantine, and is listed as refused.

      docs/loading.md says what is looked at in which order, and where what was found out is kept.
      """,
    options: [
      .json, VerbOption("--quarantined", "List those whose first contact ended badly, and how."), .transportPath,
    ],
    examples: [
      VerbExample("hookswitch transports", "List what can be used here, and what cannot and why."),
      VerbExample(
        "hookswitch transports --transport-path ./build --json", "Look into a folder of your own first, and print JSON for a script."),
      VerbExample("hookswitch transports --quarantined", "List what killed or kept waiting the process that it was first loaded in."),
    ],
    exitCodes: [
      .success: "The list was printed, whatever is in it.",
      .usage: "The arguments are wrong, or a folder of --transport-path is not there.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let path = try TransportPath.searchPath(arguments, verb: syntax.name)
    if arguments.has("--quarantined") {
      try printQuarantine(asJSON: arguments.has("--json"), console)
      return .success
    }
    var catalog = TransportCatalog(searching: path)
    catalog.meet(console.firstContact())
    if arguments.has("--json") {
      try console.printJSON(catalog)
    } else {
      console.print(TransportList(console: console).text(of: catalog))
    }
    return .success
  }

  private static func printQuarantine(asJSON: Bool, _ console: Console) throws(CommandError) {
    let quarantine = Quarantine()
    if let trouble = quarantine.trouble { console.complain("hookswitch: transports: the quarantine is taken to be empty: \(trouble)") }
    if asJSON {
      try console.printJSON(quarantine.entries)
    } else {
      console.print(QuarantineList(console: console).text(of: quarantine))
    }
  }
}
