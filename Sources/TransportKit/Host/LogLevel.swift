/// The severity of a log message.
public enum LogLevel: UInt32, Sendable {
  /// An error.
  case error = 1
  /// A possible problem.
  case warning
  /// Useful information.
  case info
  /// Details for troubleshooting.
  case debug
  /// All details.
  case trace
}
