/// The reason and cause of a call's end.
public struct CallEnd: Hashable, Codable, Sendable {
  /// The reason.
  public var reason: EndReason
  /// The cause, as far as the host knows.
  public var cause: EndCause?
  /// The transport's error, if any.
  public var transport: TransportError?

  /// Creates an end.
  public init(_ reason: EndReason, cause: EndCause? = nil, transport: TransportError? = nil) {
    self.reason = reason
    self.cause = cause
    self.transport = transport
  }

  /// True for an end by which the person declined the call, here or elsewhere.
  var isDecline: Bool { reason == .declinedElsewhere }
}

/// The reason of a call's end: CallKit's five, and one for an End on this side.
///
/// See [`CXCallEndedReason`](https://developer.apple.com/documentation/callkit/cxcallendedreason).
public enum EndReason: String, Codable, Sendable, CaseIterable {
  /// The call failed, timed out, or lost its provider.
  case failed
  /// The far end hung up.
  case remoteEnded
  /// The call was never answered.
  case unanswered
  /// Another device of the user answered it.
  case answeredElsewhere
  /// Another device of the user declined it.
  case declinedElsewhere
  /// An End on this side; providers never report it.
  case localEnded
}

/// The cause of a call's end, besides its reason.
public enum EndCause: Hashable, Codable, Sendable {
  /// A person ended it.
  case user
  /// A program ended it.
  case client
  /// It was declined while it rang.
  case declined
  /// The ring time passed without an answer.
  case ringTimeout
  /// The call made room for the named one to be started or answered.
  case madeRoom(for: CallID)
  /// The call had to be held, and could not be.
  case couldNotHold
  /// The provider failed the action that the call depended on.
  case actionFailed
  /// The provider did not answer an action within its deadline.
  case actionTimedOut
  /// The dial time passed without an answer.
  case dialTimeout
  /// Its provider crashed, exited, or was killed.
  case providerLost
  /// Its provider was not ready in time, or is in quarantine.
  case providerUnavailable
  /// Its provider was reset.
  case reset
  /// The host died during the call, and a later one found it in its store.
  case hostLost
  /// It rang on a line that is cut off from its cluster, or that another host has now (K7).
  case lineMoved
  /// The call was transferred.
  case transferred
  /// The user sent it on to another handle without answering it.
  case deflected
  /// Another call replaced it.
  case replaced
  /// The far end was busy.
  case busy
  /// It was blocked.
  case blocked
  /// The host ended it, for no narrower cause.
  case host

  /// The cause's name in the journal, without the call of `madeRoom`.
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
    case .hostLost: "hostLost"
    case .lineMoved: "lineMoved"
    case .transferred: "transferred"
    case .deflected: "deflected"
    case .replaced: "replaced"
    case .busy: "busy"
    case .blocked: "blocked"
    case .host: "host"
    }
  }

  /// The causes that name no call.
  private static let plain: [EndCause] = [
    .user, .client, .declined, .ringTimeout, .couldNotHold, .actionFailed, .actionTimedOut, .dialTimeout, .providerLost,
    .providerUnavailable, .reset, .hostLost, .lineMoved, .transferred, .deflected, .replaced, .busy, .blocked, .host,
  ]

  /// The names of all causes in the journal.
  package static let words = Set(plain.map(\.word) + ["madeRoom"])

  /// Creates a cause from its name in the journal; nil for an unknown name, and for `madeRoom` without its call.
  package init?(word: String, call: CallID?) {
    if word == "madeRoom", let call {
      self = .madeRoom(for: call)
    } else if let cause = Self.plain.first(where: { $0.word == word }) {
      self = cause
    } else {
      return nil
    }
  }
}
