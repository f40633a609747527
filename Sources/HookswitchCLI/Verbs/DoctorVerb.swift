/// `hookswitch doctor [--json] [--transport-path DIR]…`: what is wrong with this installation and what to do about it.
enum DoctorVerb: Verb {
  static let syntax = VerbSyntax(
    name: "doctor", summary: "Find what is wrong with this installation, and what to do about it",
    discussion: """
      Looks at the toolchain (needed to build, not to run), the shared libraries, every folder of the search path with who may \
      write to it, every transport, and how transports that are new here are met. Each error and warning comes with what to do about it.

      It runs swift, cc and ldconfig to ask them, and no code of a transport.
      """,
    options: [.json, .transportPath],
    examples: [
      VerbExample("hookswitch doctor", "Say what is wrong here and what to do about it."),
      VerbExample("hookswitch doctor --json", "The same for a script or a bug report."),
    ],
    exitCodes: [
      .success: "Nothing stands in the way: there may be warnings, but no errors.",
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
