/// A state that a plan must reach, for a requested action or a rule.
enum Goal: Hashable, Sendable {
  /// The call is dialling, or further.
  case start(CallID)
  /// The call is answered.
  case answer(CallID, AnswerChoice)
  /// The calls are over.
  case end(Few<CallID>, EndCause)
  /// The whole group of the call is held.
  case hold(CallID)
  /// The whole group of the call is in front.
  case resume(CallID)
  /// The most recently held group is in front.
  case swap
  /// The call is in the group of the other.
  case join(CallID, with: CallID)
  /// The whole groups of the calls are one.
  case merge([CallID])
  /// The call is in front, alone.
  case part(CallID)
  /// The provider carried out the operation, which needs no other step but perhaps a hold: mute, tones, transfer.
  case perform(CallID, CallOperation)
  /// The pause between two runs of tones has passed.
  case pause(CallID, Duration)
  /// A program called `continueDTMF`.
  case hardPause(CallID)
  /// A call that V1 needs held is held for this reason, or ended (H8, R4).
  case rehold(CallID, HoldReason)
  /// The replacing call is answered, whatever is in front (R4).
  case takeOver(CallID)

  /// The call that the goal needs alive; nil for none or several.
  var subject: CallID? {
    switch self {
    case .start(let call), .answer(let call, _), .hold(let call), .resume(let call), .perform(let call, _), .join(let call, _),
      .part(let call), .pause(let call, _), .hardPause(let call), .rehold(let call, _), .takeOver(let call):
      call
    case .end, .swap, .merge: nil
    }
  }

  /// True for tones, and for the pauses between them.
  var isOfTones: Bool {
    switch self {
    case .perform(_, .playDTMF), .pause, .hardPause: true
    default: false
    }
  }
}
