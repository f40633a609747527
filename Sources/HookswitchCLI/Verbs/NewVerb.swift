/// `hookswitch new transport --language LANGUAGE NAME`: writes a project to begin with.
enum NewVerb: Verb {
  static let syntax = VerbSyntax(
    name: "new", summary: "Start a transport: write a project that builds, loads and can be tested",
    discussion: """
      Writes a folder NAME with a small transport in it, whose far ends are simulated: calls, hold, mute, DTMF, and a test-peer for \
      `hookswitch conform`. Its `make` needs only the language's ordinary tools (cc, c++, cargo without crates, swift) and writes \
      build/NAME.so with its manifest beside it; `make test` runs the conformance tests; a workflow file does both at each push.

      A transport in C or C++ has its own copy of the header. A transport in Swift is built with the sources of TransportKit: those \
      installed with this command, or the package that the command was built from.
      """,
    operands: [
      VerbOperand("KIND", .one, "The kind of project: transport."),
      VerbOperand("NAME", .one, "The new folder's and the transport's name: a-z 0-9 and dashes."),
    ],
    options: [
      VerbOption("--language", value: "LANGUAGE", "The language: c, cpp, rust or swift."),
      VerbOption("--id", value: "ID", "The transport's id, in reverse-DNS form (default org.example.NAME)."),
      VerbOption("--hookswitch", value: "DIR", "The folder with the sources of TransportKit, for Swift."),
    ],
    examples: [
      VerbExample("hookswitch new transport --language c mine", "Start a transport in C; then: make -C mine."),
      VerbExample("hookswitch new transport --language swift --id com.example.pbx pbx", "Start one in Swift, with your own id."),
    ],
    exitCodes: [
      .success: "The folder was written.",
      .usage: "The arguments are wrong, the name exists already, or the folder cannot be written; nothing was written.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let kind = arguments.operands[0]
    guard kind == "transport" else {
      throw .usage("new: unknown kind \(kind)\(Suggestion.text(for: kind, among: ["transport"])): the only kind is transport")
    }
    let language = try language(arguments.value("--language"))
    let project = try ProjectName(arguments.operands[1], id: arguments.value("--id"))
    let option = arguments.value("--hookswitch")
    if option != nil, language != .swift { throw .usage("new: --hookswitch is for transports in Swift; leave it out") }
    let sources = language == .swift ? try TransportSources.find(option: option) : ""
    try ProjectFolder.write(TemplateFile.all(language, project, sources: sources), to: project.name)
    console.complain("created \(project.name), a transport with the id \(project.id). Build it: make -C \(project.name)")
    return .success
  }

  private static func language(_ word: String?) throws(CommandError) -> ProjectLanguage {
    let names = ProjectLanguage.allCases.map(\.rawValue)
    let choice = "one of \(names.joined(separator: " "))"
    guard let word else { throw .usage("new: --language is missing: \(choice)") }
    guard let language = ProjectLanguage(rawValue: word) else {
      throw .usage("new: there is no language \(word)\(Suggestion.text(for: word, among: names)): \(choice)")
    }
    return language
  }
}
