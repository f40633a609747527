internal import HostConfiguration

/// `hookswitch completions SHELL`: prints a shell's completion script.
enum CompletionsVerb: Verb {
  static let syntax = VerbSyntax(
    name: "completions", summary: "Print the completion script for a shell",
    discussion: """
      The script completes verbs, options and their values, from the same declarations as this help. `make install` installs the \
      scripts of all three shells; without an installation, load this output into your shell.

      The scripts complete calls, providers, lines and nodes from the running daemon with --words, which prints a word a line, and after a tab \
      its meaning. Without a daemon, or when it does not answer at once, there is no word and no complaint.
      """,
    operands: [VerbOperand("SHELL", .optional, "The shell: bash, zsh or fish.")],
    options: [
      VerbOption("--words", value: "WORDS", "Print words of the running daemon: calls, providers, lines or nodes."),
      VerbOption("--socket", value: "PATH", "Ask the daemon at PATH."),
    ],
    examples: [
      VerbExample("source <(hookswitch completions bash)", "Load the completions into this bash."),
      VerbExample("hookswitch completions fish > ~/.config/fish/completions/hookswitch.fish", "Install the completions for fish."),
    ], exitCodes: [.nothingDone: "No daemon runs, or it knows no such word (--words)."])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    if let words: LiveWords = try arguments.word("--words", of: syntax) {
      if let name = arguments.operands.first { throw .usage("completions: --words is for no shell; leave \(name) out") }
      return print(words, at: DaemonClient.path(arguments), console)
    }
    guard let word = arguments.operands.first else { throw .usage("completions: SHELL is missing; see hookswitch completions --help") }
    let names = CompletionShell.allCases.map(\.rawValue)
    guard let shell = CompletionShell(rawValue: word) else {
      let nearest = Suggestion.text(for: word, among: names)
      throw .usage("completions: there is no script for \(word)\(nearest): one of \(names.joined(separator: " "))")
    }
    console.print(shell.script(for: allVerbs))
    return .success
  }

  /// Prints words that the daemon knows; the exit code says that there are none.
  private static func print(_ words: LiveWords, at path: String, _ console: Console) -> ExitCode {
    let found = words.ask(path)
    if found.isEmpty { return .nothingDone }
    console.print(found.map { $0.meaning.isEmpty ? $0.word : "\($0.word)\t\($0.meaning)" }.joined(separator: "\n"))
    return .success
  }
}
