public import CallControl

/// One line of a scenario's journal, as text: an event, a request or a decision.
public struct JournalEntry: Hashable, Sendable {
  /// The time since the scenario began.
  public let time: Instant
  /// The entry, in the journal's format: `M < setHeld c1 true`.
  public let text: String
}
