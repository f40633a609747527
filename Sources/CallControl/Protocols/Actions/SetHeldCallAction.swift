public import FoundationEssentials

/// Hold or resume a call.
///
/// After [`CXSetHeldCallAction`](https://developer.apple.com/documentation/callkit/cxsetheldcallaction).
public struct SetHeldCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call to hold or resume.
  public let callUUID: UUID
  /// True to hold, false to resume.
  public var isOnHold: Bool
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to hold or resume a call, with its whole group.
  public init(call: UUID, onHold: Bool, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    isOnHold = onHold
  }
}
