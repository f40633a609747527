/// A provider's message as the journal keeps it.
public enum HeardWord: Hashable, Codable, Sendable {
  /// The provider carried out a command.
  case fulfilled(CommandKind, CallID)
  /// The provider failed a command.
  case failed(CommandKind, CallID)
  /// The provider announced a call.
  case incoming(CallID)
  /// The provider reported about a call.
  case report(CallReport, CallID)
}
