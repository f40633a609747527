/// `hookswitch completions SHELL`: prints a shell's completion script.
enum CompletionsVerb: Verb {
  static let syntax = VerbSyntax(
    name: "completions", summary: "Print the completion script for a shell",
    discussion: """
      The script completes verbs, options and their values, from the same declarations as this help. `make install` installs the \
      scripts of all three shells; without an installation, load this output into your shell.
      """,
    operands: [VerbOperand("SHELL", .one, "The shell: bash, zsh or fish.")],
    examples: [
      VerbExample("source <(hookswitch completions bash)", "Load the completions into this bash."),
      VerbExample("hookswitch completions fish > ~/.config/fish/completions/hookswitch.fish", "Install the completions for fish."),
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
