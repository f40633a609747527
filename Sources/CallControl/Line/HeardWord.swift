/// A provider's word as the journal keeps it.
public enum HeardWord: Hashable, Codable, Sendable {
  /// It did what it was asked.
  case fulfilled(CommandKind, CallID)
  /// It did not.
  case failed(CommandKind, CallID)
  /// It announced a call.
  case incoming(CallID)
  /// It said something of a call.
  case report(CallReport, CallID)
}
