/// Which way a call was set up.
public enum Direction: String, Codable, Sendable {
  /// We call them.
  case outgoing
  /// They call us.
  case incoming
}
