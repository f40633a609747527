/// What the command tells its caller when it ends: the same three numbers mean the same with every verb.
enum ExitCode: Int32, CaseIterable, Comparable, Sendable {
  case success = 0
  case failure = 1
  case usage = 2

  /// What the number means, for help.
  var meaning: String {
    switch self {
    case .success: "It was done."
    case .failure: "It was tried and failed, or something was refused or found wrong."
    case .usage: "It was not tried: the arguments are wrong, or a file cannot be read or is not what it should be."
    }
  }

  static func < (a: ExitCode, b: ExitCode) -> Bool { a.rawValue < b.rawValue }
}
