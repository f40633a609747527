/// The handling of a far end's request that we call another party (R3).
public enum TransferRequestPolicy: String, Codable, Sendable, CaseIterable {
  /// Programs decide within the time limit (default 30 s).
  case ask
  /// The host grants it.
  case accept
  /// The host refuses it.
  case refuse
}
