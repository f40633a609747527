public import FoundationEssentials

/// Join another call's bridge, or leave it.
///
/// After [`CXSetGroupCallAction`](https://developer.apple.com/documentation/callkit/cxsetgroupcallaction).
public struct SetGroupCallAction: CallAction {
  /// Names this action.
  public let uuid: UUID
  /// The call that joins or leaves.
  public let callUUID: UUID
  /// The call to join; nil: leave the group.
  public var callUUIDToGroupWith: UUID?
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks to join the group of another call, or with nil to leave.
  public init(call: UUID, callUUIDToGroupWith: UUID?, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.callUUIDToGroupWith = callUUIDToGroupWith
  }
}
