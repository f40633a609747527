/// The reason why a provider's message was not obeyed.
public enum Misbehaviour: String, Codable, Sendable, CaseIterable {
  /// An answer to no pending command (T2, P4).
  case stale
  /// An impossible state, a time that runs backwards, or an ended call.
  case illegal
  /// A date before the call's earlier stages or in the future; the message is obeyed with the host's own time.
  case misdated
  /// An unknown call (P4).
  case unknown
}
