/// The way in which a provider lost its calls.
public enum ProviderLoss: Hashable, Codable, Sendable {
  /// It crashed, exited, was killed or stopped responding (P1).
  case lost(TransportError?)
  /// It forgot all its calls and actions (P2).
  case reset(TransportError?)
  /// It was retired (P2).
  case invalidated
}
