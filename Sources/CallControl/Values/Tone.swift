/// The tone of a ringing call.
public enum Tone: String, Codable, Sendable {
  /// No tone.
  case quiet
  /// The ringtone.
  case ring
  /// The call-waiting tone.
  case wait
}
