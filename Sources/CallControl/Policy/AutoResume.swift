/// The policy for resuming the most recently held group automatically (E3, E4).
public enum AutoResume: String, Codable, Sendable, CaseIterable {
  /// Never; the resume is only offered.
  case never
  /// After a local end of the front group.
  case afterLocalEnd
  /// After any end of the front group.
  case always
}
