/// An exit code of the command, with the same meaning for every verb.
enum ExitCode: Int32, Comparable, Sendable {
  case success = 0
  case failure = 1
  case usage = 2
  case nothingDone = 3
  case ownFailure = 4
  case incomplete = 5
  case deadline = 124
  case interrupted = 130

  /// The codes of every verb; a verb with other codes documents them.
  static let common: [ExitCode] = [.success, .failure, .usage]

  /// The meaning of the code, for help.
  var meaning: String {
    switch self {
    case .success: "Success."
    case .failure: "The command ran and failed, or refused something or found a fault."
    case .usage: "The command did not run: the arguments are wrong, or a file is unreadable or malformed."
    case .nothingDone: "There was nothing to do."
    case .ownFailure: "The command itself or its environment failed."
    case .incomplete: "It was stopped before its end."
    case .deadline: "The time-out passed; the request goes on."
    case .interrupted: "It was interrupted."
    }
  }

  static func < (a: ExitCode, b: ExitCode) -> Bool { a.rawValue < b.rawValue }
}
