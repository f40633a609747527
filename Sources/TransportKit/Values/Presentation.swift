/// The permission to show the far end's identity.
public enum Presentation: UInt32, Sendable {
  /// No information.
  case unknown
  /// It may be shown.
  case allowed
  /// The far end does not want it shown.
  case withheld
  /// The network does not know it.
  case unavailable
}
