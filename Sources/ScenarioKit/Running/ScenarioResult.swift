public import CallControl

/// What became of one scenario.
public struct ScenarioResult: Sendable {
  /// The scenario that was run.
  public let scenario: Scenario
  /// Where it failed; nil: it passed.
  public let failure: ScenarioFailure?
  /// All that was heard, asked and came to be.
  public let journal: [JournalEntry]
  /// The same as records, to be written down and replayed.
  public let records: [JournalRecord]
}
