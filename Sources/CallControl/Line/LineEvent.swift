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
  /// The roster changed.
  case roster(Roster)
  /// A provider lost all its calls on this line: by a crash, a reset or its retirement.
  indirect case lost(ProviderID, ProviderLoss, Roster)
  /// Do-not-disturb was switched on or off.
  case doNotDisturb(Bool)
  /// The policy changed.
  indirect case policy(LinePolicy)
  /// Time passed; every deadline that is due fires.
  case tick
}
