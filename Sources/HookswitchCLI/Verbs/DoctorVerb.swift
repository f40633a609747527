/// `hookswitch doctor [--json] [--transport-path DIR]…`: finds faults of this installation, with advice.
enum DoctorVerb: Verb {
  static let syntax = VerbSyntax(
    name: "doctor", summary: "Find faults of this installation, with advice for each",
    discussion: """
      Checks the toolchain (needed to build, not to run), the shared libraries, every folder of the search path with its write \
      permissions, every transport, the helper for new transports, and the parts that processes of transports need. Each error and \
      warning comes with advice.

      It runs swift, cc, ldconfig and the helper to query them, and no code of a transport.
      """,
    options: [.json, .transportPath],
    examples: [
      VerbExample("hookswitch doctor", "List the faults of this installation, with advice."),
      VerbExample("hookswitch doctor --json", "Print JSON for a script or a bug report."),
    ],
    exitCodes: [
      .success: "There are no errors; there may be warnings.",
      .failure: "There is at least one error.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let diagnosis = Diagnosis(searchPath: try TransportPath.searchPath(arguments, verb: syntax.name))
    if arguments.has("--json") {
      try console.printJSON(diagnosis)
    } else {
      console.print(diagnosis.text(console: console))
    }
    return diagnosis.hasErrors ? .failure : .success
  }
}
