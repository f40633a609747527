public import FoundationEssentials

/// Answer an incoming call; fulfilled when both sides can talk.
///
/// After [`CXAnswerCallAction`](https://developer.apple.com/documentation/callkit/cxanswercallaction).
public struct AnswerCallAction: CallAction {
  /// Names this action.
  public let uuid: UUID
  /// The call that rings.
  public let callUUID: UUID
  /// What answering may do to the calls in the way; a delegate need not look at it.
  public var choice: AnswerChoice
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks to answer; `choice` says what may be done to the calls in the way.
  public init(call: UUID, choice: AnswerChoice = .automatic, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.choice = choice
  }

  /// Says that it was done, and when both sides could talk, by the provider's clock.
  ///
  /// A date before the call's own earlier stages, or in the future, is replaced by the host's time, and counted as misbehaviour.
  public func fulfill(withDateConnected date: Date) {
    ticket?.answer(nil, at: date)
  }
}
