public import FoundationEssentials

/// Start a call; fulfilled when the invitation was sent, before the call is answered.
///
/// After [`CXStartCallAction`](https://developer.apple.com/documentation/callkit/cxstartcallaction).
public struct StartCallAction: CallAction {
  /// The action's id.
  public let uuid: UUID
  /// The new call; choose a fresh UUID.
  public let callUUID: UUID
  /// The handle to call.
  public var handle: Handle
  /// The callee's address-book record, if the user chose one.
  public var contactIdentifier: String?
  /// True when the call should carry video.
  public var isVideo: Bool
  /// The user's own handle by which the call is made; nil for the provider's own.
  public var localHandle: Handle?
  /// The link to the host on a delegate's action; nil on the requesting side.
  public var ticket: ActionTicket?

  /// Creates a request to call `handle`.
  public init(
    call: UUID, handle: Handle, isVideo: Bool = false, contactIdentifier: String? = nil, localHandle: Handle? = nil, uuid: UUID = .fresh()
  ) {
    self.uuid = uuid
    callUUID = call
    self.handle = handle
    self.isVideo = isVideo
    self.contactIdentifier = contactIdentifier
    self.localHandle = localHandle
  }

  /// Fulfils the action with the time when the invitation was sent, by the provider's clock.
  ///
  /// The host replaces a date in the future, or before the call's earlier stages, with its own time and counts it as misbehaviour.
  public func fulfill(withDateStarted date: Date) {
    ticket?.answer(nil, at: date)
  }

  /// The operation that the action wraps.
  public var operation: CallOperation {
    .start(StartDetails(handle: handle, isVideo: isVideo, contactIdentifier: contactIdentifier, localHandle: localHandle))
  }

  /// Calls the delegate's function for this action.
  public func perform(by delegate: any ProviderDelegate, of provider: Provider) { delegate.provider(provider, perform: self) }
}
