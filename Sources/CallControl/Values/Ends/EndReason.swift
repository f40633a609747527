/// The reason of a call's end: CallKit's five, and one for an End on this side.
///
/// See [`CXCallEndedReason`](https://developer.apple.com/documentation/callkit/cxcallendedreason).
public enum EndReason: String, Codable, Sendable, CaseIterable {
  /// The call failed, timed out, or lost its provider.
  case failed
  /// The far end hung up.
  case remoteEnded
  /// The call was never answered.
  case unanswered
  /// Another device of the user answered it.
  case answeredElsewhere
  /// Another device of the user declined it.
  case declinedElsewhere
  /// An End on this side; providers never report it.
  case localEnded
}
