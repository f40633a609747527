/// `hookswitch completions SHELL`: the script by which a shell completes what is typed.
enum CompletionsVerb: Verb {
  static let syntax = VerbSyntax(
    name: "completions", summary: "Print the script by which a shell completes what you type",
    discussion: """
      The script offers verbs, options and what may follow them, from the same declarations as this help. `make install` puts those of all \
      three shells where they look; without an installation, let your shell read what this prints.
      """,
    operands: [VerbOperand("SHELL", .one, "The shell: bash, zsh or fish.")],
    examples: [
      VerbExample("source <(hookswitch completions bash)", "Complete in this bash."),
      VerbExample("hookswitch completions fish > ~/.config/fish/completions/hookswitch.fish", "Complete in every fish of yours."),
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let word = arguments.operands[0]
    let names = CompletionShell.allCases.map(\.rawValue)
    guard let shell = CompletionShell(rawValue: word) else {
      let nearest = Suggestion.text(for: word, among: names)
      throw .usage("completions: there is no script for \(word)\(nearest): one of \(names.joined(separator: " "))")
    }
    console.print(shell.script(for: allVerbs))
    return .success
  }
}
