/// Why a line's audio changed hands; with each activation and deactivation (U1–U4).
public enum AudioReason: String, Codable, CaseIterable, Sendable {
  // Of an activation.

  /// An outgoing call was started.
  case started
  /// An incoming call was answered.
  case answered
  /// A held call came back.
  case resumed
  /// Its call is heard together with one of another provider (G2).
  case merged

  // Of both.

  /// Two calls changed places: one was held, the other came back (H4).
  case swapped

  // Of a deactivation.

  /// Its call was held.
  case held
  /// Its call ended, by whomever.
  case ended
  /// The provider forgot its calls, or was told to (P2).
  case reset
  /// The provider was lost (P1).
  case lost
  /// The provider was retired (P2).
  case invalidated
}
