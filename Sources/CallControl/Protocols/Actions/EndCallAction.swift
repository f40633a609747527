public import FoundationEssentials

/// End or decline a call.
///
/// After [`CXEndCallAction`](https://developer.apple.com/documentation/callkit/cxendcallaction).
public struct EndCallAction: CallAction {
  /// Names this action.
  public let uuid: UUID
  /// The call to end.
  public let callUUID: UUID
  /// Why it is ended, on the side of a delegate: hung up, declined, rung out, made room for another.
  public var cause: EndCause? { ticket?.command.cause }
  /// What a caller whose call rings is told; nil: no more than that it was declined.
  ///
  /// Of a call that does not ring it says nothing.
  public var decline: Decline?
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks to end the call; `decline` says what a caller whose call rings is told.
  public init(call: UUID, decline: Decline? = nil, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.decline = decline
  }

  /// Says that it was done, and when the call was over, by the provider's clock.
  ///
  /// A date before the call's own earlier stages, or in the future, is replaced by the host's time, and counted as misbehaviour.
  public func fulfill(withDateEnded date: Date) {
    ticket?.answer(nil, at: date)
  }
}
