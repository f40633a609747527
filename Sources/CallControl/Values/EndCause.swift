/// Why a call ended, beside its reason.
public enum EndCause: Hashable, Codable, Sendable {
  /// A person ended it.
  case user
  /// A program ended it.
  case client
  /// It was declined while it rang.
  case declined
  /// Nobody answered within the ring time.
  case ringTimeout
  /// It was ended so that the named call could be started or answered.
  case madeRoom(for: CallID)
  /// It had to be held, and could not be.
  case couldNotHold
  /// The provider failed the action that the call depended on.
  case actionFailed
  /// The provider did not answer an action within its deadline.
  case actionTimedOut
  /// Nobody answered an outgoing call within the dial time.
  case dialTimeout
  /// Its provider crashed, exited, or was killed.
  case providerLost
  /// Its provider was not ready in time, or is in quarantine.
  case providerUnavailable
  /// Its provider was reset.
  case reset
  /// It was handed over to somebody else.
  case transferred
  /// Another call took its place.
  case replaced
  /// The far end was busy.
  case busy
  /// It was blocked.
  case blocked
  /// The host asked for the end itself, and no narrower cause says why.
  case host

  /// The cause as one word of the journal, without the call that `madeRoom` names.
  public var word: String {
    switch self {
    case .user: "user"
    case .client: "client"
    case .declined: "declined"
    case .ringTimeout: "ringTimeout"
    case .madeRoom: "madeRoom"
    case .couldNotHold: "couldNotHold"
    case .actionFailed: "actionFailed"
    case .actionTimedOut: "actionTimedOut"
    case .dialTimeout: "dialTimeout"
    case .providerLost: "providerLost"
    case .providerUnavailable: "providerUnavailable"
    case .reset: "reset"
    case .transferred: "transferred"
    case .replaced: "replaced"
    case .busy: "busy"
    case .blocked: "blocked"
    case .host: "host"
    }
  }
}
