public import FoundationEssentials

/// Mute or unmute our side of a call.
///
/// After [`CXSetMutedCallAction`](https://developer.apple.com/documentation/callkit/cxsetmutedcallaction).
public struct SetMutedCallAction: CallAction {
  /// Names this action.
  public let uuid: UUID
  /// The call to mute.
  public let callUUID: UUID
  /// True to mute, false to unmute.
  public var isMuted: Bool
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks to mute or unmute.
  public init(call: UUID, muted: Bool, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    isMuted = muted
  }
}
