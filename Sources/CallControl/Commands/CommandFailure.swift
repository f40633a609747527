/// The reason why a provider did not carry out a command.
public enum CommandFailure: Error, Hashable, Codable, Sendable {
  /// The provider failed or refused, with the transport's error if any.
  case failed(TransportError?)
  /// The provider does not implement the command (P3).
  case unimplemented
}
