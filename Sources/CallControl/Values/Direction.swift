/// The direction of a call.
public enum Direction: String, Codable, Sendable {
  /// From us to the far end.
  case outgoing
  /// From the far end to us.
  case incoming
}
