internal import CallControl
internal import TransportABI

/// The parties of a call and its possible operations, as in the contract.
public struct TransportCallInfo: Hashable, Sendable {
  /// Flags; each counts only if it is in `mask` too.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits as in the contract.
    public let rawValue: UInt32

    /// Makes flags from the contract's bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// It carries video.
    public static let video = Flags(rawValue: 1)
    /// It can be held.
    public static let canHold = Flags(rawValue: 2)
    /// It can send tones.
    public static let canDTMF = Flags(rawValue: 4)
    /// It can be grouped.
    public static let canGroup = Flags(rawValue: 8)
    /// It can be taken out of a group.
    public static let canUngroup = Flags(rawValue: 16)
    /// It has an audio port.
    public static let audioPort = Flags(rawValue: 32)
    /// It is an emergency call.
    public static let emergency = Flags(rawValue: 64)
    /// It can be transferred.
    public static let canTransfer = Flags(rawValue: 128)
    /// `mask` only: the handle counts, even if it is empty.
    public static let handle = Flags(rawValue: 0x100)
    /// `mask` only: the name counts, even if it is empty.
    public static let name = Flags(rawValue: 0x200)
    /// `mask` only: the presentation counts.
    public static let presentation = Flags(rawValue: 0x400)
  }

  /// The values of the flags.
  public var flags: Flags = []
  /// The flags that count.
  public var mask: Flags = []
  /// The presentation of the identity: 0 unknown, 1 allowed, 2 withheld, 3 unavailable.
  public var presentation: UInt32 = 0
  /// The kind of the handles: `tel`, `sip`, `mailto`, `generic`, or another.
  public var handleKind = ""
  /// The far end's handle.
  public var handle = ""
  /// The far end's name.
  public var displayName = ""
  /// The local handle that is called or calls.
  public var localHandle = ""
  /// The handle that the caller dialed, if the call was diverted.
  public var divertedFrom = ""
  /// The network's id of the call.
  public var correlationID = ""
  /// Further headers as one JSON object.
  public var extraJSON = ""
  /// For a start: the callee's record in an address book.
  public var contact = ""
  /// The call that this one replaces.
  public var replaces = CallHandle.none

  /// Makes an empty description.
  public init() {}

  /// Copies the struct of a plugin; nil when a text or the struct breaks the contract.
  init?(_ pointer: UnsafePointer<hsw_call_info>) {
    guard let info = GrowingTable.copy(pointer, as: hsw_call_info.self, zero: hsw_call_info()),
      let handleKind = BorrowedText.read(info.handle_kind), let handle = BorrowedText.read(info.handle),
      let displayName = BorrowedText.read(info.display_name), let localHandle = BorrowedText.read(info.local_handle),
      let divertedFrom = BorrowedText.read(info.diverted_from), let correlationID = BorrowedText.read(info.correlation_id),
      let extraJSON = BorrowedText.read(info.extra_json), let contact = BorrowedText.read(info.contact)
    else { return nil }
    flags = Flags(rawValue: info.flags)
    mask = Flags(rawValue: info.mask)
    presentation = info.presentation
    self.handleKind = handleKind
    self.handle = handle
    self.displayName = displayName
    self.localHandle = localHandle
    self.divertedFrom = divertedFrom
    self.correlationID = correlationID
    self.extraJSON = extraJSON
    self.contact = contact
    replaces = CallHandle(rawValue: info.replaces.id)
  }

  /// The code with which the host refuses it: for an unknown mandatory flag or an invalid presentation.
  var refusal: hsw_status? {
    if flags.rawValue & UInt32(HSW_MUST) != 0 { return HSW_E_NOTSUP }
    return presentation > 3 ? HSW_E_RANGE : nil
  }
}
