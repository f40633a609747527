/// Anything that a provider says, in the order in which it says it.
public enum ProviderWord: Hashable, Codable, Sendable {
  /// It did what it was asked; `at`: when, by the provider's own account (nil: now).
  case fulfilled(CommandRef, at: Instant? = nil)
  /// It did not.
  indirect case failed(CommandRef, CommandFailure)
  /// A call is coming in.
  indirect case incoming(IncomingCall)
  /// Something happened to a call; `at`: when, by the provider's own account (nil: now). Time of one call never runs backwards.
  case report(CallID, CallReport, at: Instant? = nil)
  /// It can place calls from now on.
  case ready
  /// It cannot place calls until it is ready again; calls that are up go on.
  case notReady(TransportError?)
  /// It forgot all its calls and actions (P2).
  case reset(TransportError?)
  /// It is gone: crashed, exited, killed, or deaf (P1).
  case lost(TransportError?)
}
