/// What happens when a far end asks us to call somebody else (R3).
public enum TransferRequestPolicy: String, Codable, Sendable, CaseIterable {
  /// Programs are asked, and have 30 s.
  case ask
  /// It is granted.
  case accept
  /// It is refused.
  case refuse
}
