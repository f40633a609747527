/// Why a word of a provider was not obeyed.
public enum Misbehaviour: String, Codable, Sendable, CaseIterable {
  /// An answer to nothing that is pending (T2, P4).
  case stale
  /// A state that cannot follow, a time that runs backwards, a call that has ended.
  case illegal
  /// A date before the call's own earlier stages, or in the future: the word is obeyed, the host's own time is taken.
  case misdated
  /// A call that nobody knows (P4).
  case unknown
}
