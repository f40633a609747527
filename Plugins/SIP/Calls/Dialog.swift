internal import TransportKit

/// Our end of one call.
final class Dialog {
  /// Its number at the stack.
  ///
  /// Another one once the far end has sent us on.
  var number: UInt64
  let call: Call
  /// Whom we called, as the host named them; empty for a call that came.
  let handle: String

  /// The Call-ID of a call that we began; it stays when the far end sends us on.
  var callID = ""
  /// Whether the caller is not to be shown.
  var isPrivate = false
  /// The dialog elsewhere whose place this call is to take (RFC 3891); empty for none.
  var replaces = ""
  /// The dialog here whose place this call takes, and which it ends (RFC 3891 section 3).
  var replaced: UInt64?
  /// Whether its INVITE comes, or goes, by TLS.
  var isByTLS = false
  /// How often the far end has sent us on.
  var moves = 0

  /// The description that its INVITE brought, until the stack has told it once more.
  var offer = ""
  /// What the far end's description said last.
  var remoteSession: SoundDescription?
  /// What ours did.
  var localSession: SoundDescription?
  /// Its sound, from the first description on.
  var sound: CallSound?
  /// The address that the far end's requests come from, or where ours go; nil: not known as numbers.
  var source: String?
  /// Runs while no sound comes, until the call is ended for that.
  var silence: Timer?
  /// Whether the far end, or who leads to it, has said that it is at work.
  var hasProgress = false
  var isUp = false
  var isHeld = false
  /// What our re-INVITE asks for, and whether its answer has not come.
  var wantsHeld = false
  var isChanging = false
  var isHeldByFarEnd = false
  /// The answer that waits for its ACK.
  var answering: Action?
  /// The end that waits for the dialog to be gone.
  var ending: Action?
  /// The hold or resume that waits for the answer to its re-INVITE.
  var holding: Action?
  /// Waits before a re-INVITE that met one of theirs is sent again (RFC 3261 section 14.1).
  var retry: Timer?
  /// The digits on their way to the far end.
  var digits: DigitRun?
  /// The digits of further actions, which wait for them.
  var digitQueue: [(digits: String, action: Action)] = []
  /// Runs while the last digit may still wait in the far end's jitter buffer.
  var tail: Timer?
  /// What waits until the digits before it have arrived, and the timer that ends the wait.
  var afterDigits: [() -> Void] = []
  var patience: Timer?
  /// True while our hold is among that.
  var isHoldWaiting = false
  /// The transfer that we asked for.
  var transferring: Action?
  /// Whether the far end has taken the REFER of it.
  var isReferred = false
  /// The other call of an attended transfer, which ends with this one.
  var partner: Call?
  /// The far end has hung up, and where it was sent is still to be seen; this is how long it may take.
  var leaving: Timer?
  /// The dialog whose far end asked us to make this call, and wants to hear how it goes.
  var referrer: UInt64?
  /// Why it is over, once the far end said so.
  var verdict: CallVerdict?

  init(_ number: UInt64, _ call: Call, handle: String = "") {
    self.number = number
    self.call = call
    self.handle = handle
  }

  /// How the stack is told in which ways sound may go: `*` we send only, `#` neither, nothing both.
  var holdMark: String { wantsHeld ? (isHeldByFarEnd ? "#" : "*") : "" }
}
