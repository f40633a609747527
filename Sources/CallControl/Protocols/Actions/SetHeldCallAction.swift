public import FoundationEssentials

/// Hold or resume a call.
///
/// After [`CXSetHeldCallAction`](https://developer.apple.com/documentation/callkit/cxsetheldcallaction).
public struct SetHeldCallAction: CallAction {
  /// Names this action.
  public let uuid: UUID
  /// The call to hold or resume.
  public let callUUID: UUID
  /// True to hold, false to resume.
  public var isOnHold: Bool
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks to hold or resume; of a grouped call, the whole group.
  public init(call: UUID, onHold: Bool, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    isOnHold = onHold
  }
}
