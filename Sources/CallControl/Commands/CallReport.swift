/// What a provider says of a call of its own accord.
public enum CallReport: Hashable, Codable, Sendable {
  /// An outgoing call is connecting: the far end rings.
  case startedConnecting
  /// The network plays something already; the host adds no ringback of its own.
  case earlyMedia
  /// An outgoing call was answered: both sides can talk.
  case connected
  /// The call is over. `localEnded` is no provider's word and counts as `failed`.
  indirect case ended(EndReason, TransportError?)
  /// The network set it aside.
  case held
  /// The network resumed it.
  case resumed
  /// The far end set us aside.
  case remotelyHeld
  /// The far end took us back.
  case remotelyResumed
  /// No sound comes from the far end, though it should.
  case mediaTimeout
  /// Sound comes again.
  case mediaResumed
  /// Something about it changed.
  indirect case updated(CallUpdate)
  /// A transfer under way has come a step further.
  indirect case transferProgress(TransportError?)
  /// The far end asks us to call somebody else (R3); `as` names the call that accepting starts.
  indirect case transferRequested(Handle, as: CallID)
  /// The far end sent tones.
  case dtmf(String)

  /// The report as one word of the journal.
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
    }
  }
}
