/// A provider's report about a call.
public enum CallReport: Hashable, Codable, Sendable {
  /// An outgoing call is connecting: the far end rings.
  case startedConnecting
  /// The network plays early media, so the host adds no ringback of its own.
  case earlyMedia
  /// An outgoing call was answered: both sides can talk.
  case connected
  /// The call is over; a provider's `localEnded` counts as `failed`.
  indirect case ended(EndReason, TransportError?)
  /// The network put the call on hold.
  case held
  /// The network resumed the call.
  case resumed
  /// The far end put us on hold.
  case remotelyHeld
  /// The far end resumed us.
  case remotelyResumed
  /// Expected media from the far end stopped.
  case mediaTimeout
  /// Media from the far end resumed.
  case mediaResumed
  /// Details of the call changed.
  indirect case updated(CallUpdate)
  /// A transfer under way made progress.
  indirect case transferProgress(TransportError?)
  /// The far end asks us to call another party (R3); `as` is the id of the call that accepting starts.
  indirect case transferRequested(Handle, as: CallID)
  /// The far end sent tones.
  case dtmf(String)
  /// The call stays with a former instance of its provider, which only finishes its calls (P8); false: that instance is the provider's again.
  case leftBehind(Bool)

  /// The report's name in the journal.
  public var word: String {
    switch self {
    case .startedConnecting: "startedConnecting"
    case .earlyMedia: "earlyMedia"
    case .connected: "connected"
    case .ended: "ended"
    case .held: "held"
    case .resumed: "resumed"
    case .remotelyHeld: "remotelyHeld"
    case .remotelyResumed: "remotelyResumed"
    case .mediaTimeout: "mediaTimeout"
    case .mediaResumed: "mediaResumed"
    case .updated: "updated"
    case .transferProgress: "transferProgress"
    case .transferRequested: "transferRequested"
    case .dtmf: "dtmf"
    case .leftBehind: "leftBehind"
    }
  }
}

/// An incoming call as a provider announces it.
public struct IncomingCall: Hashable, Codable, Sendable {
  /// The call's id, chosen by the provider.
  public var call: CallID
  /// The caller and the call's capabilities, as far as the provider knows them.
  public var update: CallUpdate
  /// The user's own handle: the number or user that was called, as far as the provider knows it.
  public var localHandle: Handle? { update.localHandle }
  /// The connected call of the same provider that this one replaces (R4).
  public var replaces: CallID?
  /// The line to ring on; nil for the provider's.
  public var line: LineID?
  /// True for a call of a former instance of the provider, which only finishes its calls (P8).
  package var isLeftBehind: Bool?

  /// Announces a call.
  public init(call: CallID, update: CallUpdate = CallUpdate(), replaces: CallID? = nil, line: LineID? = nil) {
    self.call = call
    self.update = update
    self.replaces = replaces
    self.line = line
  }
}

/// A provider's messages to the host, in order.
public enum ProviderWord: Hashable, Codable, Sendable {
  /// The provider carried out a command, at the time it gives (nil: now).
  case fulfilled(CommandRef, at: Instant? = nil)
  /// The provider failed a command.
  indirect case failed(CommandRef, CommandFailure)
  /// A call is coming in.
  indirect case incoming(IncomingCall)
  /// A call's report, at the time the provider gives (nil: now); the times of one call never run backwards.
  case report(CallID, CallReport, at: Instant? = nil)
  /// The provider can place calls from now on.
  case ready
  /// The provider cannot place calls until it is ready again; its calls go on.
  case notReady(TransportError?)
  /// The provider forgot all its calls and actions (P2).
  case reset(TransportError?)
  /// The provider crashed, exited, was killed or stopped responding (P1).
  case lost(TransportError?)
  /// One of the provider's two instances is gone with these calls; without `goesOn` the provider must begin anew (P8).
  indirect case lostCalls([CallID], TransportError?, goesOn: Bool)
}

/// The reason why a provider did not carry out a command.
public enum CommandFailure: Error, Hashable, Codable, Sendable {
  /// The provider failed or refused, with the transport's error if any.
  case failed(TransportError?)
  /// The provider does not implement the command (P3).
  case unimplemented
}
