/// What answering may do to the calls that are in the way.
public enum AnswerChoice: String, Codable, Sendable, CaseIterable {
  /// Hold what can be held, end what cannot, make room if it must.
  case automatic
  /// Hold the front call; never end anybody.
  case holdActive
  /// End the front call; held ones stay held.
  case endActive
  /// End the least recently used held group and hold the front call.
  case endHeldAndHoldActive
}
