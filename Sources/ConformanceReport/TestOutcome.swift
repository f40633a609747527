/// The outcome of one test with one transport.
public struct TestOutcome: Sendable, Hashable {
  /// The test.
  public var id: String
  /// The transport's id; empty when it is unknown.
  public var transport: String
  /// The number of this repetition, from 1.
  public var repetition: Int
  /// The status of the test.
  public var status: TestStatus
  /// The event and its place; empty for a pass.
  public var detail: String
  /// Further notes for the author.
  public var warnings: [String]
  /// The test's subject, in one sentence.
  public var title: String
  /// The numbers of the rules that the test covers.
  public var rules: [String]
  /// The seed of its choices.
  public var seed: UInt64
  /// Its duration, in whole milliseconds.
  public var milliseconds: Int64
  /// The last crossings, oldest first; empty for a pass.
  public var transcript: [String]
  /// The end of its standard output and error.
  public var output: String
  /// The process's resources before the test; nil when the process did not report them.
  public var before: ResourceCount?
  /// The process's resources after the test.
  public var after: ResourceCount?
  /// The waiver that covers the failure; nil when there is none.
  public var waiver: Waiver?
  /// True if the kit's own code failed, so that the outcome says nothing about the plugin.
  public var isFaultOfKit = false
  /// The account of a failure; nil for an outcome that is none.
  public var account: FailureAccount?
  /// The failure of another test that explains this one; nil when none does.
  public var cause: FailureCause?
  /// The command that runs the test again alone, as a shell takes it; empty when only the caller of the kit knows it.
  public var again = ""
  /// The place of the test in the order of dependency: what a test needs of a plugin is judged by earlier ones.
  package var place = 0
  /// True if the plugin ran in a process of its own, and the test's process did not open it.
  public var ranApart = false
  /// True if the plugin ran in a process beside that of the test, which judged it from outside.
  public var ranBeside = false

  package init(
    id: String, transport: String, repetition: Int, status: TestStatus, detail: String, warnings: [String], title: String, rules: [String],
    seed: UInt64, milliseconds: Int64, transcript: [String], output: String, before: ResourceCount? = nil, after: ResourceCount? = nil,
    waiver: Waiver? = nil, isFaultOfKit: Bool = false
  ) {
    self.id = id
    self.transport = transport
    self.repetition = repetition
    self.status = status
    self.detail = detail
    self.warnings = warnings
    self.title = title
    self.rules = rules
    self.seed = seed
    self.milliseconds = milliseconds
    self.transcript = transcript
    self.output = output
    self.before = before
    self.after = after
    self.waiver = waiver
    self.isFaultOfKit = isFaultOfKit
  }

  /// The part of the id before the first dot.
  public var group: String { String(id.prefix { $0 != "." }) }

  /// True for a failure that no waiver covers.
  public var isHeldAgainst: Bool { status.isFailure && waiver == nil }
}

/// The status of a test.
public enum TestStatus: String, Sendable, CaseIterable {
  /// The plugin kept the rules.
  case pass
  /// The plugin broke a rule.
  case fail
  /// The plugin ended its process, with a signal or an unrequested exit.
  case crash
  /// The plugin exceeded the test's time.
  case timeout
  /// The plugin did not follow a recommendation.
  case warn
  /// The test does not apply to this plugin.
  case skip
  /// The kit or its environment failed; this is neither the plugin's fault nor a pass.
  case error

  /// True if the plugin has broken its contract.
  public var isFailure: Bool { self == .fail || self == .crash || self == .timeout }
}
