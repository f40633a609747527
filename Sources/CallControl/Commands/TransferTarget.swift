/// Whom a call is handed over to.
public enum TransferTarget: Hashable, Codable, Sendable {
  /// Somebody who is called for it: a blind transfer (R1).
  case handle(Handle)
  /// The far end of another call of ours: an attended transfer (R2).
  case call(CallID)
}
