public import FoundationEssentials

/// End or decline a call.
///
/// After [`CXEndCallAction`](https://developer.apple.com/documentation/callkit/cxendcallaction).
public struct EndCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call to end.
  public let callUUID: UUID
  /// The End's cause on a delegate's action: hung up, declined, rung out, made room for another.
  public var cause: EndCause? { ticket?.command.cause }
  /// The decline's details for a ringing call's caller; nil for a plain decline.
  ///
  /// Has no effect on a call that does not ring.
  public var decline: Decline?
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to end a call; `decline` has details for a ringing call's caller.
  public init(call: UUID, decline: Decline? = nil, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.decline = decline
  }

  /// Fulfils the action with the time when the call was over, by the provider's clock.
  ///
  /// The host replaces a date in the future, or before the call's earlier stages, with its own time and counts it as misbehaviour.
  public func fulfill(withDateEnded date: Date) {
    ticket?.answer(nil, at: date)
  }
}
