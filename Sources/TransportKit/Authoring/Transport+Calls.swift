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

/// A transport that can hold calls: `org.hookswitch.hold/1`.
public protocol HoldingTransport: Transport {
  /// Holds or resumes an active call.
  ///
  /// Completes when the far end knows. A request for the present state succeeds.
  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome
}

/// A transport that can mute calls: `org.hookswitch.mute/1`.
public protocol MutingTransport: Transport {
  /// Stops sending this side's audio to the far end, or resumes it.
  ///
  /// Allowed in any state of the call.
  func setMuted(_ call: Call, _ muted: Bool, action: Action) throws(TransportError) -> Outcome
}

/// A transport that can group calls, so that their parties hear each other: `org.hookswitch.group/1`.
public protocol GroupingTransport: Transport {
  /// Adds the call to the group of `other`, which is made if needed; without `other`, removes the call from its group.
  func setGroup(of call: Call, with other: Call?, action: Action) throws(TransportError) -> Outcome
}

/// A transport that can send DTMF: `org.hookswitch.dtmf/1`.
public protocol DTMFTransport: Transport {
  /// Sends the digits: at least one of 0-9 * # A-D.
  ///
  /// Completes when all are sent. The host has already waited for the pause.
  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome
}

/// A transport that can transfer calls: `org.hookswitch.transfer/1`.
public protocol TransferringTransport: Transport {
  /// Transfers the far end of the call to `to`.
  ///
  /// Completes when the transfer succeeded; then report the call ended.
  func transfer(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome

  /// Connects the far ends of two calls.
  ///
  /// Completes when they are connected; then report both ended.
  func transfer(_ call: Call, with other: Call, action: Action) throws(TransportError) -> Outcome

  /// Receives the host's decision on ``Host/transferRequested(_:to:)``.
  ///
  /// If accepted, a start with the same handle follows.
  func transferVerdict(on call: Call, accepted: Bool, error: TransportError?)
}

/// The pause before digits: the host splits a string at its pauses and waits for them.
public enum DigitTiming: UInt32, Sendable {
  /// No pause.
  case tone = 1
  /// After a pause (`,`).
  case afterPause
  /// After the user's confirmation (`;`).
  case afterConfirmation
}
