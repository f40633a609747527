/// The state of the line, for ``Host/line(_:retryAfter:error:)``.
public enum LineState: UInt32, Sendable {
  /// Calls can be made and received.
  case ready = 1
  /// The transport is registering.
  case trying
  /// Calls cannot be made or received.
  case down
}
