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
    }
  }
}
