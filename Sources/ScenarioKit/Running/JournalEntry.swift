public import CallControl

/// One line of a story's journal: what was heard, asked or came to be, as text.
public struct JournalEntry: Hashable, Sendable {
  /// When, since the scenario began.
  public let time: Instant
  /// What, as the format writes it: `M < setHeld c1 true`.
  public let text: String
}
