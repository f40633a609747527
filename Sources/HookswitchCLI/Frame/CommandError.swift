/// Why the command ends without having done what it was asked for: one sentence for a person and an exit code for a script.
struct CommandError: Error, Equatable, Sendable {
  /// What is wrong, where, and what to do, without a full stop; printed after `hookswitch: `.
  var sentence: String
  var exitCode: ExitCode
  /// True where the process may hang in its destructors: it ends without them.
  var endsAtOnce = false

  /// The arguments are wrong.
  static func usage(_ sentence: String) -> CommandError { CommandError(sentence: sentence, exitCode: .usage) }

  /// A file cannot be read, or is not what it should be.
  static func badFile(_ path: String, _ reason: String) -> CommandError {
    CommandError(sentence: "\(path): \(reason)", exitCode: .usage)
  }

  /// A transport's code holds the dynamic linker, so that no work of this process is sure to go on.
  static func stuck(_ sentence: String) -> CommandError {
    CommandError(sentence: sentence, exitCode: .failure, endsAtOnce: true)
  }

  /// It was tried and did not work.
  static func failed(_ sentence: String) -> CommandError { CommandError(sentence: sentence, exitCode: .failure) }
}
