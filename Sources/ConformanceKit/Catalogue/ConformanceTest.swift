/// One thing that a transport must show: a row of the kit's table.
///
/// A test runs in a child process of its own, against one descriptor of one plugin.
public struct ConformanceTest: Sendable {
  /// Its name, as in `action.start`; what comes before the first dot is its group.
  public let id: String
  /// Who owes it.
  public let requirement: Requirement
  /// What it shows, in one sentence.
  public let title: String
  /// How much real time it may take before the supervisor ends it; `HSW_TIMEOUT_SCALE` stretches it.
  public let budget: Duration
  /// What it does: returns when the plugin has shown it, throws `TestFailure` or `TestSkip` when not.
  package let body: @Sendable (TestRun) throws -> Void

  package init(
    _ id: String, _ requirement: Requirement, _ title: String, budget: Duration = .seconds(10),
    body: @escaping @Sendable (TestRun) throws -> Void
  ) {
    self.id = id
    self.requirement = requirement
    self.title = title
    self.budget = budget
    self.body = body
  }

  /// The part of the id before the first dot.
  public var group: String { String(id.prefix { $0 != "." }) }
}
