public import CallControl

/// Something that happened, beside what a snapshot shows.
public struct HostEvent: Hashable, Sendable {
  /// What happened.
  public enum Body: Hashable, Sendable {
    /// A call entered a state.
    case entered(CallID, CallState)
    /// A call ended; the last that is heard of it but for its record.
    indirect case ended(CallID, CallEnd)
    /// What a ringing call sounds like from now on (I2).
    case tone(CallID, Tone)
    /// Nobody is in front, and this call's group could be resumed (E4).
    case resumeOffered(CallID)
    /// A far end asks to be transferred; decide with `CallController.acceptTransfer` or `refuseTransfer` (R3).
    case transferRequested(CallID, Handle)
    /// The far end of a call sent tones.
    case dtmfReceived(CallID, String)
    /// No sound has come from a call's far end for its provider's limit, though it should.
    case mediaTimeout(CallID)
    /// Sound comes again from a call's far end.
    case mediaResumed(CallID)
    /// An incoming call was refused, by this rule; the screener that did it, if one did (I1, I8).
    indirect case refusedIncoming(ProviderID, CallID, CallError, ScreenerID?)
    /// A record for the history, of a provider whose calls are kept there: one for each call that was shown or refused.
    indirect case record(CallRecord)
    /// A provider has the line's audio from now on, or no longer, and why (U1).
    case audio(ProviderID, isActive: Bool, AudioReason)
    /// A provider did not answer a command in time (T2).
    indirect case timedOut(ProviderID, ProviderCommand)
    /// A provider said something that was not obeyed.
    indirect case misbehaved(ProviderID, Misbehaviour, HeardWord)
    /// A provider can place calls, or cannot; nil: it is gone.
    case provider(ProviderID, Roster.Standing?)
    /// A provider lost all its calls, for this reason (P1, P2).
    indirect case lost(ProviderID, ProviderLoss)
    /// What a transport's code writes for its log: level from 1 (error) to 5 (trace), topic, text.
    indirect case log(ProviderID, level: UInt32, topic: String, text: String)
    /// So many events were lost here, because whoever reads them was too slow.
    case lagged(Int)
  }

  /// When, on the host's clock.
  public let time: Instant
  /// On which line; nil: it concerns no line.
  public let line: LineID?
  /// What.
  public let body: Body

  package init(time: Instant, line: LineID?, body: Body) {
    self.time = time
    self.line = line
    self.body = body
  }
}

extension LineEffect {
  /// The event that the effect is to those who listen; nil: none.
  ///
  /// A member of the effect rather than an initialiser of the event, which would be given a copy of the effect.
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
    case .heard, .send, .sendTransaction, .cancel, .show, .verdict, .screen, .screenTimedOut, .screened, .disregardedVerdict, .accepted,
      .refused, .alreadyEnded, .performed, .done, .failed, .changed:
      nil
    }
  }
}
