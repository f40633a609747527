/// The parties of a call and its possible operations.
public struct CallInfo: Hashable, Sendable {
  /// The kind of `handle`: "tel", "sip", "mailto", "generic", or one of the transport's own.
  public var kind: String
  /// The far end's handle, in the form of its kind.
  public var handle: String
  /// The far end's name.
  public var displayName = ""
  /// The local handle that is called or calls.
  public var localHandle = ""
  /// The handle that the caller dialed, if the call was diverted.
  public var divertedFrom = ""
  /// The network's id of the call.
  public var correlationID = ""
  /// Further headers as one JSON object, or empty.
  public var extraJSON = ""
  /// For a start: the callee's record in an address book, as the requesting program names it, or empty.
  public var contact = ""
  /// The permission to show the far end's identity.
  public var presentation = Presentation.unknown
  /// The flags that are set, among those in `stated`.
  public var flags: CallFlags = []
  /// The flags and fields that this info gives.
  public var stated: CallFlags = []
  /// The call that this one replaces.
  public var replaces: Call?

  /// Makes an info with this handle; the other fields can be set afterwards.
  public init(kind: String = "tel", handle: String, displayName: String = "") {
    self.kind = kind
    self.handle = handle
    self.displayName = displayName
  }
}

/// The permission to show the far end's identity.
public enum Presentation: UInt32, Sendable {
  /// No information.
  case unknown
  /// It may be shown.
  case allowed
  /// The far end does not want it shown.
  case withheld
  /// The network does not know it.
  case unavailable
}
