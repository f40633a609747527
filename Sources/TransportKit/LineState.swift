/// Whether calls can be made and taken, as ``Host/line(_:retryAfter:error:)`` tells it.
public enum LineState: UInt32, Sendable {
  /// They can.
  case ready = 1
  /// Not yet: registering.
  case trying
  /// They cannot.
  case down
}
