/// The target of a transfer.
public enum TransferTarget: Hashable, Codable, Sendable {
  /// Another party that the far end calls: a blind transfer (R1).
  case handle(Handle)
  /// The far end of another of our calls: an attended transfer (R2).
  case call(CallID)
}
