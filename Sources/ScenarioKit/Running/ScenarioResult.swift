public import CallControl

/// The result of one scenario.
public struct ScenarioResult: Sendable {
  /// The scenario that was run.
  public let scenario: Scenario
  /// The failed step; nil when the scenario passed.
  public let failure: ScenarioFailure?
  /// The journal, as text.
  public let journal: [JournalEntry]
  /// The journal as records, which can be stored and replayed.
  public let records: [JournalRecord]
}
