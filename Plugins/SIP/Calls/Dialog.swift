internal import TransportKit

/// A call's state at this end.
final class Dialog {
  /// The dialog's number at the stack.
  ///
  /// A redirection changes it.
  var number: UInt64
  let call: Call
  /// The handle that the host called; empty for an incoming call.
  let handle: String

  /// The Call-ID of an outgoing call; a redirection keeps it.
  var callID = ""
  /// True when the caller's identity is hidden.
  var isPrivate = false
  /// The remote dialog that this call is to replace (RFC 3891); empty: none.
  var replaces = ""
  /// The local dialog that this call replaces and ends (RFC 3891 section 3).
  var replaced: UInt64?
  /// True when the INVITE goes over TLS.
  var isByTLS = false
  /// The number of redirections so far.
  var moves = 0

  /// The description in the incoming INVITE, until the stack has reported it again.
  var offer = ""
  /// The far end's latest description.
  var remoteSession: SoundDescription?
  /// Our latest description.
  var localSession: SoundDescription?
  /// The media session, from the first description on.
  var sound: CallSound?
  /// The numeric address that the far end's requests come from, or that ours go to; nil: unknown.
  var source: String?
  /// The timer that ends a call without media.
  var silence: Timer?
  /// True once the far end, or a proxy on the way, has sent a provisional response.
  var hasProgress = false
  var isUp = false
  var isHeld = false
  /// The state that our re-INVITE requests, and true while its answer is pending.
  var wantsHeld = false
  var isChanging = false
  var isHeldByFarEnd = false
  /// The answer action, which waits for the ACK.
  var answering: Action?
  /// The end action, which waits for the dialog's end.
  var ending: Action?
  /// The hold or resume action, which waits for the answer to its re-INVITE.
  var holding: Action?
  /// The timer that resends a re-INVITE after one of the far end's crossed it (RFC 3261 section 14.1).
  var retry: Timer?
  /// The digits that are being sent.
  var digits: DigitRun?
  /// The digits of further actions, which wait for the current ones.
  var digitQueue: [(digits: String, action: Action)] = []
  /// Runs while the last digit may still be in the far end's jitter buffer.
  var tail: Timer?
  /// The steps that wait until the digits have arrived, and the timer that ends the wait.
  var afterDigits: [() -> Void] = []
  var patience: Timer?
  /// True while our hold is among these steps.
  var isHoldWaiting = false
  /// The transfer action that waits for its result.
  var transferring: Action?
  /// True once the far end has accepted our REFER.
  var isReferred = false
  /// The other call of an attended transfer, which ends with this one.
  var partner: Call?
  /// The time-out of an attended transfer whose far end has hung up.
  var leaving: Timer?
  /// The dialog whose far end requested this call and wants reports on it.
  var referrer: UInt64?
  /// The reason for the end, once the far end has given it.
  var verdict: CallVerdict?

  init(_ number: UInt64, _ call: Call, handle: String = "") {
    self.number = number
    self.call = call
    self.handle = handle
  }

  /// The direction of media for the stack: `*` sends only, `#` neither way, empty both ways.
  var holdMark: String { wantsHeld ? (isHeldByFarEnd ? "#" : "*") : "" }
}

/// Digits that are being sent, and the action that completes with the last of them.
struct DigitRun {
  var action: Action
  /// The digits that are still to go as INFO, the current one first; empty when the media engine sends them.
  var rest: Substring = ""
  /// True once the far end has answered the current INFO.
  var isAnswered = false
  /// Runs while the far end plays the current INFO's digit.
  var sounding: Timer?

  /// True for digits that go as INFO.
  var isInfo: Bool { !rest.isEmpty }
}
