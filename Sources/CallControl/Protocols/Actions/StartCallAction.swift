public import FoundationEssentials

/// Call somebody; fulfilled when the invitation was sent, not when it is answered.
///
/// After [`CXStartCallAction`](https://developer.apple.com/documentation/callkit/cxstartcallaction).
public struct StartCallAction: CallAction {
  /// Names this action.
  public let uuid: UUID
  /// The new call; choose a fresh UUID.
  public let callUUID: UUID
  /// Whom to call.
  public var handle: Handle
  /// The person's record in an address book, if they were chosen from one.
  public var contactIdentifier: String?
  /// Whether it should carry video.
  public var isVideo: Bool
  /// How the action reaches whoever asked; nil on the asking side.
  public var ticket: ActionTicket?

  /// Asks for a call to `handle`.
  public init(call: UUID, handle: Handle, isVideo: Bool = false, contactIdentifier: String? = nil, uuid: UUID = .fresh()) {
    self.uuid = uuid
    callUUID = call
    self.handle = handle
    self.isVideo = isVideo
    self.contactIdentifier = contactIdentifier
  }

  /// Says that it was done, and when the invitation was sent, by the provider's clock.
  ///
  /// A date before the call's own earlier stages, or in the future, is replaced by the host's time, and counted as misbehaviour.
  public func fulfill(withDateStarted date: Date) {
    ticket?.answer(nil, at: date)
  }
}
