/// What a ringing call sounds like to the person called.
public enum Tone: String, Codable, Sendable {
  /// Nothing.
  case quiet
  /// The ringtone.
  case ring
  /// The call-waiting tone.
  case wait
}
