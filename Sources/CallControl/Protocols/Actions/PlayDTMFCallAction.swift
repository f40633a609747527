public import FoundationEssentials

/// Send tones on a call.
///
/// After [`CXPlayDTMFCallAction`](https://developer.apple.com/documentation/callkit/cxplaydtmfcallaction).
public struct PlayDTMFCallAction: CallAction {
  /// Names this action.
  public let uuid: UUID
  /// The call that the tones go out on.
  public let callUUID: UUID
  /// The tones: `0-9 * # A-D`; on the asking side also `,` for a pause of 2 s and `;` for a wait.
  public var digits: String
  /// What came before these tones.
  public var type: DTMFKind
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks to send tones.
  public init(call: UUID, digits: String, type: DTMFKind = .singleTone, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.digits = digits
    self.type = type
  }
}
