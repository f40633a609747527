/// Everything that a line decides: what must now happen, in order.
///
/// Effects are copied often and held in lists, so a case with a large payload is `indirect`: an effect takes 64 bytes at most.
///
/// The shell carries out what concerns others (commands, completions, audio, tones); the rest tells what came to be. Together they are the
/// journal: `JournalText` writes each of them as one line.
public enum LineEffect: Hashable, Codable, Sendable {
  // What a provider said, and whether it was obeyed.

  /// A provider's word was heard and obeyed.
  case heard(ProviderID, HeardWord)
  /// A provider's word was heard and not obeyed.
  indirect case disregarded(ProviderID, Misbehaviour, HeardWord)

  // To providers.

  /// Send a command to its provider.
  indirect case send(ProviderID, ProviderCommand)
  /// Send commands as one transaction to a provider that takes them whole (X5).
  case sendTransaction(ProviderID, [ProviderCommand])
  /// Tell a provider that a command's deadline passed (T2).
  indirect case timedOut(ProviderID, ProviderCommand)
  /// Tell a provider that a command makes no sense any more; no answer is awaited.
  indirect case cancel(ProviderID, ProviderCommand)
  /// Tell a provider that its incoming call rings.
  case show(ProviderID, CallID)
  /// Tell a provider that its incoming call was refused; a screener's name when one did it.
  indirect case refuseIncoming(ProviderID, CallID, CallError, ScreenerID?)
  /// Tell a provider the verdict on a far end's wish to be transferred (R3).
  indirect case verdict(ProviderID, CallID, accepted: Bool, CallError?)
  /// The line's audio is this provider's from now on (U1), and why.
  case activateAudio(ProviderID, AudioReason)
  /// The line's audio is no longer this provider's, and why.
  case deactivateAudio(ProviderID, AudioReason)

  // To screeners.

  /// Ask a screener about a call.
  case screen(ScreenerID, CallID)
  /// A screener did not answer in time: its verdict is `continue`.
  case screenTimedOut(ScreenerID, CallID)
  /// A screener's verdict was obeyed.
  case screened(ScreenerID, CallID, ScreenVerdict)
  /// A screener's verdict came too late or unasked.
  case disregardedVerdict(ScreenerID, CallID, ScreenVerdict)

  // To those who asked.

  /// A request was accepted: it will be planned in its turn.
  case accepted(RequestID, RequestTitle)
  /// A request was refused: it changed nothing and sent nothing (V6).
  indirect case refused(RequestID, RequestTitle, CallError)
  /// An End of calls that had ended already: its result, a success, comes next (E1).
  case alreadyEnded(RequestID, action: Int)
  /// One action of an accepted request has its result; nil: performed.
  indirect case performed(RequestID, action: Int, CallError?)
  /// An accepted request was performed.
  case done(RequestID, RequestTitle)
  /// An accepted request failed.
  indirect case failed(RequestID, RequestTitle, CallError)

  // What came to be.

  /// A call entered a state.
  case entered(CallID, CallState)
  /// A call ended; the last that is heard of it but for its history record.
  indirect case ended(CallID, CallEnd)
  /// What a ringing call sounds like from now on.
  case tone(CallID, Tone)
  /// Nobody is in front, and this call's group could be resumed (E4).
  case resumeOffered(CallID)
  /// A far end asks to be transferred; programs decide (R3).
  case transferRequested(CallID, Handle)
  /// The far end of a call sent tones.
  case dtmfReceived(CallID, String)
  /// No sound comes from a call's far end, though it should.
  case mediaTimeout(CallID)
  /// Sound comes again from a call's far end.
  case mediaResumed(CallID)
  /// A record for the history: exactly one for each call that was ever visible, and one for each refused call.
  indirect case log(CallRecord)
  /// Observers see something new; the line's snapshot has this revision.
  case changed(revision: UInt64)
}
