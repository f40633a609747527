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

/// The properties and operations of a call; each flag counts only if ``CallInfo/stated`` has it too.
public struct CallFlags: OptionSet, Hashable, Sendable {
  /// The bits in the ABI.
  public let rawValue: UInt32

  /// Makes flags from their bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// It has video.
  public static let video = CallFlags(rawValue: 1)
  /// It can be held.
  public static let canHold = CallFlags(rawValue: 2)
  /// It can send DTMF.
  public static let canDTMF = CallFlags(rawValue: 4)
  /// It can join a group.
  public static let canGroup = CallFlags(rawValue: 8)
  /// It can leave a group.
  public static let canUngroup = CallFlags(rawValue: 16)
  /// It has audio (``AudioTransport``); reported again, its formats changed, and the host attaches it again.
  public static let audioPort = CallFlags(rawValue: 32)
  /// It is an emergency call.
  public static let emergency = CallFlags(rawValue: 64)
  /// It can be transferred.
  public static let canTransfer = CallFlags(rawValue: 128)
  /// For ``CallInfo/stated`` only: the handle counts, even if empty.
  public static let handle = CallFlags(rawValue: 0x100)
  /// For ``CallInfo/stated`` only: the display name counts, even if empty.
  public static let name = CallFlags(rawValue: 0x200)
  /// For ``CallInfo/stated`` only: the presentation counts.
  public static let presentation = CallFlags(rawValue: 0x400)
}
