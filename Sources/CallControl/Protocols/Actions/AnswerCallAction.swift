public import FoundationEssentials

/// Answer an incoming call; fulfilled when both sides can talk.
///
/// After [`CXAnswerCallAction`](https://developer.apple.com/documentation/callkit/cxanswercallaction).
public struct AnswerCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The ringing call.
  public let callUUID: UUID
  /// The permitted effect on the calls in the way; a delegate can ignore it.
  public var choice: AnswerChoice
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to answer a call, with the permitted effect on other calls.
  public init(call: UUID, choice: AnswerChoice = .automatic, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.choice = choice
  }

  /// Fulfils the action with the time when both sides could talk, by the provider's clock.
  ///
  /// The host replaces a date in the future, or before the call's earlier stages, with its own time and counts it as misbehaviour.
  public func fulfill(withDateConnected date: Date) {
    ticket?.answer(nil, at: date)
  }
}
