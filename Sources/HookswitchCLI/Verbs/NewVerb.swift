internal import HostConfiguration

/// `hookswitch new KIND --language LANGUAGE NAME`: writes a project to begin with.
enum NewVerb: Verb {
  static let syntax = VerbSyntax(
    name: "new", summary: "Write a project to start from: a transport or a call directory",
    discussion: """
      `new transport` writes a folder NAME with a small transport in it, whose far ends are simulated: calls, hold, mute, DTMF, and a \
      test-peer for `hookswitch conform`. Its `make` needs only the language's ordinary tools (cc, c++, cargo without crates, swift) and \
      writes build/NAME.so with its manifest beside it; `make test` runs the conformance tests; a workflow file does both at each push.

      `new directory` writes a folder NAME with a call directory in it, which reads a list of numbers: everything at the first load, and \
      then the changes. In c, rust and swift it is a plugin, build/NAME.so; in shell it is a program that writes records. `make test` \
      loads it as a host does, and checks its entries.

      A project in C or C++ has its own copy of the headers. A project in Swift is built with the sources of TransportKit: those \
      installed with this command, or the package that the command was built from.
      """,
    operands: [
      VerbOperand("KIND", .one, "The kind of project: transport or directory."),
      VerbOperand("NAME", .one, "The new folder's and the transport's or directory's name: a-z 0-9 and dashes."),
    ],
    options: [
      VerbOption("--language", value: "LANGUAGE", "The language: c, cpp, rust or swift; for a directory c, rust, swift or shell."),
      VerbOption("--id", value: "ID", "The transport's or directory's id, in reverse-DNS form (default org.example.NAME)."),
      VerbOption("--hookswitch", value: "DIR", "The folder with the sources of TransportKit, for Swift."),
    ],
    examples: [
      VerbExample("hookswitch new transport --language c mine", "Start a transport in C; then: make -C mine."),
      VerbExample("hookswitch new transport --language swift --id com.example.pbx pbx", "Start one in Swift, with your own id."),
      VerbExample("hookswitch new directory --language shell spam", "Start a call directory as a script; then: make -C spam test."),
    ],
    exitCodes: [
      .success: "The folder was written.",
      .usage: "The arguments are wrong, the name exists already, or the folder cannot be written; nothing was written.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let kind = try kind(arguments.operands[0])
    let language = try language(arguments.value("--language"), of: kind)
    let project = try ProjectName(arguments.operands[1], id: arguments.value("--id"), kind)
    let option = arguments.value("--hookswitch")
    if option != nil, language != .swift { throw .usage("new: --hookswitch is for \(kind.plural) in Swift; leave it out") }
    let sources = language == .swift ? try TransportSources.find(option: option) : ""
    try ProjectFolder.write(TemplateFile.all(kind, language, project, sources: sources), to: project.name)
    let next = kind.firstStep(in: language, project)
    console.complain("created \(project.name), a \(kind.rawValue) with the id \(project.id). \(next)")
    return .success
  }

  private static func kind(_ word: String) throws(CommandError) -> ProjectKind {
    let names = ProjectKind.allCases.map(\.rawValue)
    guard let kind = ProjectKind(rawValue: word) else {
      let choice = "the kinds are \(names.joined(separator: " and "))"
      throw .usage("new: unknown kind \(word)\(Suggestion.text(for: word, among: names)): \(choice)")
    }
    return kind
  }

  private static func language(_ word: String?, of kind: ProjectKind) throws(CommandError) -> ProjectLanguage {
    let names = kind.languages.map(\.rawValue)
    let choice = "one of \(names.joined(separator: " "))"
    guard let word else { throw .usage("new: --language is missing: \(choice)") }
    guard let language = ProjectLanguage(rawValue: word), kind.languages.contains(language) else {
      throw .usage("new: there is no language \(word)\(Suggestion.text(for: word, among: names)) for a \(kind.rawValue): \(choice)")
    }
    return language
  }
}
