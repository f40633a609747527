/// `hookswitch help [VERB] [--man] [--markdown]`: prints the help.
enum HelpVerb: Verb {
  static let syntax = VerbSyntax(
    name: "help", summary: "List the verbs, or show one verb's page",
    discussion: "Without an argument it lists the verbs; with a verb's name it shows the same page as that verb's --help.",
    operands: [VerbOperand("VERB", .optional, "The verb to explain.")],
    options: [
      VerbOption("--man", "Print the page in the format of man."),
      VerbOption("--markdown", "Print the whole manual as Markdown."),
    ],
    examples: [VerbExample("hookswitch help help", "Show the same page as hookswitch help --help.")])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    if arguments.has("--markdown") {
      if let name = arguments.operands.first { throw .usage("help: --markdown prints the whole manual; leave \(name) out") }
      console.print(ManualPage.text(of: allVerbs))
    } else if let name = arguments.operands.first {
      let syntax = try HookswitchCommand.verb(named: name).syntax
      console.print(arguments.has("--man") ? RoffPage.page(for: syntax) : HelpText.page(for: syntax))
    } else {
      console.print(arguments.has("--man") ? RoffPage.overview(of: allVerbs) : HelpText.overview(of: allVerbs))
    }
    return .success
  }
}
