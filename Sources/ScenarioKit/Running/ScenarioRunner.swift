public import CallControl

/// Runs scenarios directly on the call rules: without threads or real time, with the same result every time.
public struct ScenarioRunner: Sendable {
  /// The limit on events at one instant of one step.
  var mostTurns = 100_000

  /// Creates a runner; it has no settings.
  public init() {}

  /// Runs a scenario to its end or to the first step that fails.
  ///
  /// May be called from any thread. It blocks for the computing time alone: no real time passes.
  public func run(_ scenario: Scenario) -> ScenarioResult { run(scenario, over: nil) }

  /// Runs a scenario whose providers are at the other end of a connection.
  ///
  /// - Parameter carrier: the connection; nil when they are beside the host.
  package func run(_ scenario: Scenario, over carrier: (any ScenarioCarrier)?) -> ScenarioResult {
    var world = ScenarioWorld(scenario, mostTurns: mostTurns, carrier: carrier)
    var failure: ScenarioFailure?
    for (number, step) in scenario.steps.enumerated() {
      do throws(StepFailure) {
        try world.run(step)
      } catch {
        let findings = error.findings.map {
          ScenarioFailure.Finding(path: step.path + step.key + $0.path, expected: $0.expected, found: $0.found)
        }
        failure = ScenarioFailure(step: number, line: step.line, time: world.now, findings: findings)
        break
      }
    }
    return ScenarioResult(scenario: scenario, failure: failure, journal: world.journal, records: world.records)
  }
}

extension ScenarioWorld {
  /// Runs one step, and then everything that follows from it without time passing.
  fileprivate mutating func run(_ step: Step) throws(StepFailure) {
    beginStep()
    switch step.body {
    case .ask(let asking, let origin): ask(asking, origin)
    case .happen(let happening): try happen(happening)
    case .check(let check): return try look(check)
    }
    try settle()
  }
}

/// The result of one scenario.
public struct ScenarioResult: Sendable {
  /// The scenario that was run.
  public let scenario: Scenario
  /// The failed step; nil when the scenario passed.
  public let failure: ScenarioFailure?
  /// The journal, as text.
  public let journal: [ScenarioEntry]
  /// The journal as records, which can be stored and replayed.
  public let records: [JournalRecord]
}

/// One line of a scenario's journal, as text: an event, a request or a decision.
public struct ScenarioEntry: Hashable, Sendable {
  /// The time since the scenario began.
  public let time: Instant
  /// The entry, in the journal's format: `M < setHeld c1 true`.
  public let text: String
}

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
