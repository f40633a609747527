/// Whether the far end's identity may be shown.
public enum Presentation: UInt32, Sendable {
  /// Nobody said.
  case unknown
  /// It may.
  case allowed
  /// The far end does not want it shown.
  case withheld
  /// The network does not know it.
  case unavailable
}
