/// The reason for an activation or deactivation of a line's audio (U1–U4).
public enum AudioReason: String, Codable, CaseIterable, Sendable {
  // Activations.

  /// An outgoing call was started.
  case started
  /// An incoming call was answered.
  case answered
  /// A held call came back.
  case resumed
  /// The call joined another provider's call in one group (G2).
  case merged

  // Both.

  /// Two calls swapped: one was held, the other resumed (H4).
  case swapped

  // Deactivations.

  /// Its call was held.
  case held
  /// Its call ended.
  case ended
  /// The provider was reset (P2).
  case reset
  /// The provider was lost (P1).
  case lost
  /// The provider was retired (P2).
  case invalidated
}
