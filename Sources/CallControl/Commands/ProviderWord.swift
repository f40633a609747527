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
}

/// The reason why a provider did not carry out a command.
public enum CommandFailure: Error, Hashable, Codable, Sendable {
  /// The provider failed or refused, with the transport's error if any.
  case failed(TransportError?)
  /// The provider does not implement the command (P3).
  case unimplemented
}
