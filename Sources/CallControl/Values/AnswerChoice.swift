/// The effect on other calls that an Answer may have.
public enum AnswerChoice: String, Codable, Sendable, CaseIterable {
  /// Hold what can be held, end what cannot, and make room if necessary.
  case automatic
  /// Hold the front call; never end a call.
  case holdActive
  /// End the front call; held calls stay held.
  case endActive
  /// End the least recently used held group and hold the front call.
  case endHeldAndHoldActive
}
