/// Everything that a line can be told: the only way in.
public enum LineEvent: Hashable, Codable, Sendable {
  /// Somebody asks for something; the switchboard says what it knows of the calls named.
  case request(CallRequest, RequestFacts)
  /// A provider did what it was asked; `at`: when, by its own account.
  case fulfilled(ProviderID, CommandRef, at: Instant? = nil)
  /// A provider did not do what it was asked.
  indirect case failed(ProviderID, CommandRef, CommandFailure)
  /// A provider was never asked for this, because an action before it in the same transaction failed (X3, X5).
  case notAsked(ProviderID, CommandRef)
  /// A provider says that a call is coming in; the switchboard says what it knows of it.
  indirect case incoming(ProviderID, IncomingCall, IncomingFacts)
  /// A provider says something of a call; `at`: when, by its own account.
  case report(ProviderID, CallID, CallReport, at: Instant?)
  /// A screener's verdict on a call, and whom it takes the caller to be.
  indirect case screened(ScreenerID, CallID, ScreenVerdict, caller: ScreenedCaller? = nil)
  /// The providers, or what is known of one of them, changed.
  case roster(Roster)
  /// A provider lost all its calls on this line: a crash, a reset, the end of its registration.
  indirect case lost(ProviderID, ProviderLoss, Roster)
  /// Do-not-disturb was switched on or off.
  case doNotDisturb(Bool)
  /// Another policy is in force from now on.
  indirect case policy(LinePolicy)
  /// Time passed; every deadline that is due fires.
  case tick
}
