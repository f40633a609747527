/// Why a provider did not do what it was asked.
public enum CommandFailure: Error, Hashable, Codable, Sendable {
  /// It tried, or would not; in its own words if it has any.
  case failed(TransportError?)
  /// It does not know how (P3).
  case unimplemented
}
