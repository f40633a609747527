public import FoundationEssentials

/// Mute or unmute our side of a call.
///
/// After [`CXSetMutedCallAction`](https://developer.apple.com/documentation/callkit/cxsetmutedcallaction).
public struct SetMutedCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call to mute.
  public let callUUID: UUID
  /// True to mute, false to unmute.
  public var isMuted: Bool
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to mute or unmute a call.
  public init(call: UUID, muted: Bool, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    isMuted = muted
  }
}
