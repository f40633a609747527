/// A decision of a line that the shell carries out, in order.
///
/// Effects are copied often and held in lists, so a rare case with a large payload is `indirect`.
///
/// The shell carries out effects for others (commands, completions, audio, tones); the rest report events. Together they are the journal:
/// `JournalText` writes each of them as one line.
public enum LineEffect: Hashable, Codable, Sendable {
  // Providers' messages.

  /// The line obeyed a provider's message.
  case heard(ProviderID, HeardWord)
  /// The line disregarded a provider's message.
  indirect case disregarded(ProviderID, Misbehaviour, HeardWord)

  // To providers.

  /// Send a command to its provider.
  case send(ProviderID, ProviderCommand)
  /// Send commands as one transaction to a provider that takes them whole (X5).
  case sendTransaction(ProviderID, [ProviderCommand])
  /// Tell a provider that a command's deadline passed (T2).
  indirect case timedOut(ProviderID, ProviderCommand)
  /// Tell a provider that a command makes no sense any more; no answer is awaited.
  indirect case cancel(ProviderID, ProviderCommand)
  /// Tell a provider that its incoming call rings.
  case show(ProviderID, CallID)
  /// Tell a provider that its incoming call was refused, with the screener that blocked it, if any.
  indirect case refuseIncoming(ProviderID, CallID, CallError, ScreenerID?)
  /// Tell a provider the verdict on a far end's transfer request (R3).
  indirect case verdict(ProviderID, CallID, accepted: Bool, CallError?)
  /// Give the line's audio to a provider, with the reason (U1).
  case activateAudio(ProviderID, AudioReason)
  /// Take the line's audio from a provider, with the reason.
  case deactivateAudio(ProviderID, AudioReason)

  /// An emergency call waits for a provider: restart it at once if it was lost (P7).
  case restart(ProviderID)

  // To screeners.

  /// Ask a screener about a call.
  case screen(ScreenerID, CallID)
  /// A screener did not answer in time: its verdict is `continue`.
  case screenTimedOut(ScreenerID, CallID)
  /// A screener's verdict was obeyed.
  case screened(ScreenerID, CallID, ScreenVerdict)
  /// A screener's verdict came late, or was not asked for.
  case disregardedVerdict(ScreenerID, CallID, ScreenVerdict)

  // To requesters.

  /// A request was accepted: it will be planned in its turn.
  case accepted(RequestID, RequestTitle)
  /// A request was refused: it changed nothing and sent nothing (V6).
  indirect case refused(RequestID, RequestTitle, CallError)
  /// An End of calls that had ended already; its successful result follows (E1).
  case alreadyEnded(RequestID, action: Int)
  /// One action of an accepted request has its result; nil means performed.
  case performed(RequestID, action: Int, CallError?)
  /// An accepted request was performed.
  case done(RequestID, RequestTitle)
  /// An accepted request failed.
  indirect case failed(RequestID, RequestTitle, CallError)

  // Events.

  /// A call entered a state.
  case entered(CallID, CallState)
  /// A call ended; only its history record follows.
  indirect case ended(CallID, CallEnd)
  /// A ringing call's tone changed.
  case tone(CallID, Tone)
  /// No call is in front, and this call's group could be resumed (E4).
  case resumeOffered(CallID)
  /// A far end asks to be transferred; programs decide (R3).
  case transferRequested(CallID, Handle)
  /// The far end of a call sent tones.
  case dtmfReceived(CallID, String)
  /// Expected media from a call's far end stopped.
  case mediaTimeout(CallID)
  /// Media from a call's far end resumed.
  case mediaResumed(CallID)
  /// A record for the history: exactly one for each visible call, and one for each refused call.
  indirect case log(CallRecord)
  /// Observers see a change; the line's snapshot has this revision.
  case changed(revision: UInt64)
}

/// A provider's message as the journal keeps it.
public enum HeardWord: Hashable, Codable, Sendable {
  /// The provider carried out a command.
  case fulfilled(CallOperation.Kind, CallID)
  /// The provider failed a command.
  case failed(CallOperation.Kind, CallID)
  /// The provider announced a call.
  case incoming(CallID)
  /// The provider reported about a call.
  case report(CallReport, CallID)
}

/// The reason why a provider's message was not obeyed.
public enum Misbehaviour: String, Codable, Sendable, CaseIterable {
  /// An answer to no pending command (T2, P4).
  case stale
  /// An impossible state, a time that runs backwards, or an ended call.
  case illegal
  /// A date before the call's earlier stages or in the future; the message is obeyed with the host's own time.
  case misdated
  /// An unknown call (P4).
  case unknown
}
