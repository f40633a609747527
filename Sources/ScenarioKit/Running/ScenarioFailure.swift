public import CallControl

/// The first failed step of a scenario.
public struct ScenarioFailure: Hashable, Sendable {
  /// One condition that was not met.
  public struct Finding: Hashable, Sendable {
    /// The path to the condition in the file: `steps[4].expect.c1`.
    public let path: String
    /// The expected value.
    public let expected: String
    /// The actual value.
    public let found: String
  }

  /// The index of the step, from 0.
  public let step: Int
  /// The line of the file on which the step begins, from 1.
  public let line: Int
  /// The time since the scenario began.
  public let time: Instant
  /// All unmet conditions of the step.
  public let findings: [Finding]
}
