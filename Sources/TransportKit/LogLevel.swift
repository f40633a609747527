/// How much a message of the log matters.
public enum LogLevel: UInt32, Sendable {
  /// Something is broken.
  case error = 1
  /// Something is not as it should be.
  case warning
  /// Worth knowing.
  case info
  /// For whoever looks for a fault.
  case debug
  /// Everything.
  case trace
}
