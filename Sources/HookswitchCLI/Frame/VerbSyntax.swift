/// A verb's declaration: the parser, `--help` and the manual all read it.
struct VerbSyntax: Sendable {
  /// The word after `hookswitch`.
  var name: String
  /// The purpose in a few words, without a full stop, for the list of verbs.
  var summary: String
  /// The description for users: paragraphs, separated by empty lines.
  var discussion: String
  var operands: [VerbOperand] = []
  var options: [VerbOption] = []
  /// The examples, at least one.
  var examples: [VerbExample]
  /// The meanings of exit codes for this verb, if they differ from the general table.
  var exitCodes: [ExitCode: String] = [:]
  /// The declarations of its actions, such as `contacts` and `contacts import`; empty for a verb without actions.
  var actions: [VerbSyntax] = []

  /// The verb's options and `--help`.
  var allOptions: [VerbOption] { options + [VerbOption("--help", "Show this page.")] }

  /// The exit codes of all verbs and of this one.
  var allExitCodes: [ExitCode] { (ExitCode.common + exitCodes.keys.filter { !ExitCode.common.contains($0) }).sorted() }

  /// The usage: one line for each action.
  var synopses: [String] { actions.isEmpty ? [synopsis] : actions.map(\.synopsis) }

  /// The usage on one line.
  var synopsis: String {
    (["hookswitch", name] + options.map(\.synopsis) + operands.map(\.synopsis)).joined(separator: " ")
  }
}

/// A command line with an explanation.
struct VerbExample: Sendable {
  var line: String
  var meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
