/// An event that a line receives, its only input.
public enum LineEvent: Hashable, Codable, Sendable {
  /// A request, with the switchboard's facts about its calls.
  case request(CallRequest, RequestFacts)
  /// A provider fulfilled a command, at the time it gives.
  case fulfilled(ProviderID, CommandRef, at: Instant? = nil)
  /// A provider failed a command.
  indirect case failed(ProviderID, CommandRef, CommandFailure)
  /// A provider never received a command, because an earlier action of its transaction failed (X3, X5).
  case notAsked(ProviderID, CommandRef)
  /// A provider announced an incoming call, with the switchboard's facts about it.
  indirect case incoming(ProviderID, IncomingCall, IncomingFacts)
  /// A provider reported about a call, at the time it gives.
  case report(ProviderID, CallID, CallReport, at: Instant?)
  /// A screener's verdict on a call, with the caller's identity, if it gave one.
  indirect case screened(ScreenerID, CallID, ScreenVerdict, caller: ScreenedCaller? = nil)
  /// A person silenced a ringing call (I10).
  case silence(CallID)
  /// The roster changed.
  case roster(Roster)
  /// A provider lost all its calls on this line, by a crash, a reset or its retirement; or some of them, with one of its instances.
  indirect case lost(ProviderID, ProviderLoss, Roster)
  /// Do-not-disturb was switched on or off.
  case doNotDisturb(Bool)
  /// The policy changed.
  indirect case policy(LinePolicy)
  /// The line's standing in a cluster of hosts changed (K5, K7, K8).
  indirect case standing(LineStanding)
  /// Time passed; every deadline that is due fires.
  case tick
}

/// Facts about a request's calls that only the switchboard knows.
public struct RequestFacts: Hashable, Codable, Sendable {
  /// The calls to start whose UUIDs are live, or were used within the last day, on any line (S7).
  public var takenCalls: [CallID] = []
  /// True when the request names calls of two lines (X2).
  public var crossesLines = false

  /// Creates empty facts.
  public init() {}
}

/// The way in which a provider lost its calls.
public enum ProviderLoss: Hashable, Codable, Sendable {
  /// It crashed, exited, was killed or stopped responding (P1).
  case lost(TransportError?)
  /// It forgot all its calls and actions (P2).
  case reset(TransportError?)
  /// It was retired (P2).
  case invalidated
  /// One of its two instances is gone with these calls; without `goesOn` it must begin anew (P8).
  case calls([CallID], TransportError?, goesOn: Bool)
}
