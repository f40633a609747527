/// What a verb is called and takes, as data: the parser, `--help` and the manual all read this one declaration.
struct VerbSyntax: Sendable {
  /// What is typed after `hookswitch`.
  var name: String
  /// What it does, in a few words without a full stop, for the list of verbs.
  var summary: String
  /// What a user should know to use it: paragraphs, separated by empty lines.
  var discussion: String
  var operands: [VerbOperand] = []
  var options: [VerbOption] = []
  /// At least one.
  var examples: [VerbExample]
  /// What the exit codes mean for this verb, where that is more than the general table says.
  var exitCodes: [ExitCode: String] = [:]

  /// The options, with the one that every verb has.
  var allOptions: [VerbOption] { options + [VerbOption("--help", "Show this page.")] }

  /// The exit codes that every verb has, and those of this one alone.
  var allExitCodes: [ExitCode] { (ExitCode.common + exitCodes.keys.filter { !ExitCode.common.contains($0) }).sorted() }

  /// How it is called, on one line.
  var synopsis: String {
    (["hookswitch", name] + options.map(\.synopsis) + operands.map(\.synopsis)).joined(separator: " ")
  }
}

/// A command line that shows a verb in use, and what it does.
struct VerbExample: Sendable {
  var line: String
  var meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
