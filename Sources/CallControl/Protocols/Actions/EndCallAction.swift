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
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks to end the call.
  public init(call: UUID, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
  }
}
