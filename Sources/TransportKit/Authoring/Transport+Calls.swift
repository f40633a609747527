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

/// A transport that can send a ringing call on to another handle: `org.hookswitch.deflect/1`.
public protocol DeflectingTransport: Transport {
  /// Sends the caller of an incoming call that rings to `to`.
  ///
  /// Completes when the caller is on the way there, which also reports the call ended. A failure leaves the call ringing.
  func deflect(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome
}

extension CallFlags {
  /// It can be sent on to another handle while it rings.
  public static let canDeflect = CallFlags(rawValue: 0x800)
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
