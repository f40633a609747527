/// Whom a call is with, and what can be done with it.
public struct CallInfo: Hashable, Sendable {
  /// The kind of `handle`: "tel", "sip", "mailto", "generic", or one of the transport's own.
  public var kind: String
  /// The far end's handle, in the form of its kind.
  public var handle: String
  /// The far end's name.
  public var displayName = ""
  /// Our handle, that is called or calls.
  public var localHandle = ""
  /// Whom the caller dialed, if that was not us.
  public var divertedFrom = ""
  /// The network's name of the call.
  public var correlationID = ""
  /// Further headers as one JSON object, or nothing.
  public var extraJSON = ""
  /// Of a start: the person's record in an address book, as the program that asks names it; or nothing.
  public var contact = ""
  /// Whether the far end's identity may be shown.
  public var presentation = Presentation.unknown
  /// What can be done, where `stated` has the same flag.
  public var flags: CallFlags = []
  /// Which flags and fields this info speaks about.
  public var stated: CallFlags = []
  /// The call whose place this one takes.
  public var replaces: Call?

  /// An info about this handle; everything else can be set afterwards.
  public init(kind: String = "tel", handle: String, displayName: String = "") {
    self.kind = kind
    self.handle = handle
    self.displayName = displayName
  }
}
