internal import TransportLoader

/// `hookswitch transports [--quarantined] [--json] [--transport-path DIR]…`: lists the transports, and the reasons of refusals.
enum TransportsVerb: Verb {
  static let syntax = VerbSyntax(
    name: "transports", summary: "List the transports, with the reason for each refusal",
    discussion: """
      Searches these folders in order: those of --transport-path, those of HOOKSWITCH_TRANSPORT_PATH, the folder of this command and \
      of its installation, the user's, the machine's. Of two transports with one id it uses the first, and lists the other as \
      shadowed.

      No code of a transport runs in this process. The command reads the manifest and the file. It then runs the code of a new \
      transport in a separate process, which has two seconds, and stores the answer until the transport or a library that it needs \
      changes. When that process dies or is silent, the transport goes into quarantine, and the list shows it as refused.

      docs/loading.md describes the checks, their order, and the stored results.
      """,
    options: [
      .json, VerbOption("--quarantined", "List the transports in quarantine, with the failure of each."), .transportPath,
    ],
    examples: [
      VerbExample("hookswitch transports", "List the usable transports, and the reason for each refusal."),
      VerbExample(
        "hookswitch transports --transport-path ./build --json", "Search a folder of your own first, and print JSON for a script."),
      VerbExample("hookswitch transports --quarantined", "List the libraries that killed or hung the process that first loaded them."),
    ],
    exitCodes: [
      .success: "The list was printed, even if it is empty.",
      .usage: "The arguments are wrong, or a folder of --transport-path does not exist.",
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
    if let trouble = quarantine.trouble { console.complain("hookswitch: transports: the quarantine is treated as empty: \(trouble)") }
    if asJSON {
      try console.printJSON(quarantine.entries)
    } else {
      console.print(QuarantineList(console: console).text(of: quarantine))
    }
  }
}
