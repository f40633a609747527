public import CallControl

/// An event that snapshots do not show.
public struct HostEvent: Hashable, Sendable {
  /// The content of an event.
  public enum Body: Hashable, Sendable {
    /// A call entered a state.
    case entered(CallID, CallState)
    /// A call ended; only its history record follows.
    indirect case ended(CallID, CallEnd)
    /// A ringing call's tone changed (I2).
    case tone(CallID, Tone)
    /// No call is in front, and this call's group could be resumed (E4).
    case resumeOffered(CallID)
    /// A far end asks to be transferred; decide with `CallController.acceptTransfer` or `refuseTransfer` (R3).
    case transferRequested(CallID, Handle)
    /// The far end of a call sent tones.
    case dtmfReceived(CallID, String)
    /// Expected media from a call's far end stopped for longer than its provider's limit.
    case mediaTimeout(CallID)
    /// Media from a call's far end resumed.
    case mediaResumed(CallID)
    /// A rule refused an incoming call, with the screener that blocked it, if any (I1, I8).
    indirect case refusedIncoming(ProviderID, CallID, CallError, ScreenerID?)
    /// A history record: one for each call shown or refused, of providers whose calls the history keeps.
    indirect case record(CallRecord)
    /// A provider received or lost the line's audio, for this reason (U1).
    case audio(ProviderID, isActive: Bool, AudioReason)
    /// A provider did not answer a command in time (T2).
    indirect case timedOut(ProviderID, ProviderCommand)
    /// A provider's message was not obeyed.
    indirect case misbehaved(ProviderID, Misbehaviour, HeardWord)
    /// A provider's ability to place calls; nil when it is gone.
    case provider(ProviderID, Roster.Standing?)
    /// A provider lost all its calls, for this reason (P1, P2).
    indirect case lost(ProviderID, ProviderLoss)
    /// A transport's log entry: level from 1 (error) to 5 (trace), topic, text.
    indirect case log(ProviderID, level: UInt32, topic: String, text: String)
    /// This many events were lost here, because the reader was too slow.
    case lagged(Int)
  }

  /// The time on the host's clock.
  public let time: Instant
  /// The line, if the event concerns one.
  public let line: LineID?
  /// The content.
  public let body: Body

  package init(time: Instant, line: LineID?, body: Body) {
    self.time = time
    self.line = line
    self.body = body
  }
}

extension LineEffect {
  /// The effect's event for listeners, if any.
  ///
  /// A member of the effect, since an initialiser of the event would copy the effect.
  var event: HostEvent.Body? {
    switch self {
    case .entered(let call, let state): .entered(call, state)
    case .ended(let call, let end): .ended(call, end)
    case .tone(let call, let tone): .tone(call, tone)
    case .resumeOffered(let call): .resumeOffered(call)
    case .transferRequested(let call, let handle): .transferRequested(call, handle)
    case .dtmfReceived(let call, let digits): .dtmfReceived(call, digits)
    case .mediaTimeout(let call): .mediaTimeout(call)
    case .mediaResumed(let call): .mediaResumed(call)
    case .refuseIncoming(let provider, let call, let error, let screener): .refusedIncoming(provider, call, error, screener)
    case .log(let record): .record(record)
    case .activateAudio(let provider, let reason): .audio(provider, isActive: true, reason)
    case .deactivateAudio(let provider, let reason): .audio(provider, isActive: false, reason)
    case .timedOut(let provider, let command): .timedOut(provider, command)
    case .disregarded(let provider, let why, let word): .misbehaved(provider, why, word)
    case .heard, .send, .sendTransaction, .cancel, .show, .verdict, .restart, .screen, .screenTimedOut, .screened, .disregardedVerdict,
      .accepted, .refused, .alreadyEnded, .performed, .done, .failed, .changed:
      nil
    }
  }
}
