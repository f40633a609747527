/// The failure of a command: a sentence for a person and an exit code for a script.
struct CommandError: Error, Equatable, Sendable {
  /// The fault, its place and the advice, without a full stop; printed after `hookswitch: `.
  var sentence: String
  var exitCode: ExitCode
  /// True when the process may hang in its destructors, so that it must end without them.
  var endsAtOnce = false

  /// Wrong arguments.
  static func usage(_ sentence: String) -> CommandError { CommandError(sentence: sentence, exitCode: .usage) }

  /// A file that cannot be read or is malformed.
  static func badFile(_ path: String, _ reason: String) -> CommandError {
    CommandError(sentence: "\(path): \(reason)", exitCode: .usage)
  }

  /// A transport's code that holds the dynamic linker's lock, so that other work of this process may never continue.
  static func stuck(_ sentence: String) -> CommandError {
    CommandError(sentence: sentence, exitCode: .failure, endsAtOnce: true)
  }

  /// An attempt that failed.
  static func failed(_ sentence: String) -> CommandError { CommandError(sentence: sentence, exitCode: .failure) }
}
