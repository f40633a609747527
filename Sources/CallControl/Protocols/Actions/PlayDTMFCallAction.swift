public import FoundationEssentials

/// Send tones on a call.
///
/// After [`CXPlayDTMFCallAction`](https://developer.apple.com/documentation/callkit/cxplaydtmfcallaction).
public struct PlayDTMFCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The call that the tones go out on.
  public let callUUID: UUID
  /// The tones: `0-9 * # A-D`; on the requesting side also `,` for a pause of 2 s and `;` for a wait.
  public var digits: String
  /// The pause before these tones.
  public var type: DTMFKind
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to send tones.
  public init(call: UUID, digits: String, type: DTMFKind = .singleTone, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.digits = digits
    self.type = type
  }
}
