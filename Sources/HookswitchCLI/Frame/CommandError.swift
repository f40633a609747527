internal import HostConfiguration

/// The failure of a command: a sentence for a person and an exit code for a script.
struct CommandError: Error, Equatable, Sendable {
  /// The fault, its place and the advice, without a full stop; printed after `hookswitch: `.
  var sentence: String
  var exitCode: ExitCode
  /// True when the process may hang in its destructors, so that it must end without them.
  var endsAtOnce = false

  init(sentence: String, exitCode: ExitCode, endsAtOnce: Bool = false) {
    (self.sentence, self.exitCode, self.endsAtOnce) = (sentence, exitCode, endsAtOnce)
  }

  /// Wrong arguments.
  static func usage(_ sentence: String) -> CommandError { CommandError(sentence: sentence, exitCode: .usage) }

  /// A file that cannot be read or is malformed.
  static func badFile(_ path: String, _ reason: String) -> CommandError {
    CommandError(sentence: "\(path): \(reason)", exitCode: .usage)
  }

  /// A file that cannot be read.
  static func badFile(_ error: InputFileError) -> CommandError { badFile(error.path, error.reason) }

  /// A transport's code that holds the dynamic linker's lock, so that other work of this process may never continue.
  static func stuck(_ sentence: String) -> CommandError {
    CommandError(sentence: sentence, exitCode: .failure, endsAtOnce: true)
  }

  /// A configuration whose providers cannot be made.
  init(_ error: ProviderSetupError) {
    let isUsage = error.kind == .configuration
    self.init(
      sentence: "run: \(error.sentence)", exitCode: isUsage ? .usage : .failure, endsAtOnce: error.kind == .holdsLinker)
  }

  /// An attempt that failed.
  static func failed(_ sentence: String) -> CommandError { CommandError(sentence: sentence, exitCode: .failure) }
}
