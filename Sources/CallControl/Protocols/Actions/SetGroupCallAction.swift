public import FoundationEssentials

/// Join another call's bridge, or leave it.
///
/// After [`CXSetGroupCallAction`](https://developer.apple.com/documentation/callkit/cxsetgroupcallaction).
public struct SetGroupCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call that joins or leaves.
  public let callUUID: UUID
  /// The call to join; nil to leave the group.
  public var callUUIDToGroupWith: UUID?
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to join another call's group, or with nil to leave the group.
  public init(call: UUID, callUUIDToGroupWith: UUID?, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.callUUIDToGroupWith = callUUIDToGroupWith
  }
}
