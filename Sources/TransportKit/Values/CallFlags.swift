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
