public import CallControl

/// Where a scenario failed: the first step that found something otherwise than it must be.
public struct ScenarioFailure: Hashable, Sendable {
  /// One thing that was otherwise.
  public struct Finding: Hashable, Sendable {
    /// The way to it in the file: `steps[4].expect.c1`.
    public let path: String
    /// What must be so.
    public let expected: String
    /// What was so.
    public let found: String
  }

  /// The step, counting from 0.
  public let step: Int
  /// The line of the file on which the step begins, from 1.
  public let line: Int
  /// When, since the scenario began.
  public let time: Instant
  /// All that the step found.
  public let findings: [Finding]
}
