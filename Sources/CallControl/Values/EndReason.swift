/// How a call ended: CallKit's five reasons, and ours for an End that somebody here asked for.
///
/// See [`CXCallEndedReason`](https://developer.apple.com/documentation/callkit/cxcallendedreason).
public enum EndReason: String, Codable, Sendable, CaseIterable {
  /// It failed, timed out, or lost its provider.
  case failed
  /// The far end hung up.
  case remoteEnded
  /// It was never answered.
  case unanswered
  /// Another device of this person answered it.
  case answeredElsewhere
  /// Another device of this person declined it.
  case declinedElsewhere
  /// It was ended here, whoever asked. Never a provider's word.
  case localEnded
}
