/// What came of one test with one transport, as reports tell it.
public struct TestOutcome: Sendable, Hashable {
  /// The test.
  public var id: String
  /// The transport's id; empty when nothing names it.
  public var transport: String
  /// The how manieth time it ran, from 1.
  public var repetition: Int
  /// What came of it.
  public var status: TestStatus
  /// What happened, and where; empty for a pass.
  public var detail: String
  /// What an author should know besides.
  public var warnings: [String]
  /// What the test shows, in one sentence.
  public var title: String
  /// The numbers of the rules that the test shows.
  public var rules: [String]
  /// What its choices derived from.
  public var seed: UInt64
  /// How long it took, in whole milliseconds.
  public var milliseconds: Int64
  /// The last calls both ways, oldest first; empty for a pass.
  public var transcript: [String]
  /// The end of what it wrote to standard output and error.
  public var output: String
  /// What the process held before the test; nil when it never came to say.
  public var before: ResourceCount?
  /// What the process held after the test.
  public var after: ResourceCount?
  /// The waiver that covers the failure; nil when nothing does.
  public var waiver: Waiver?
  /// True while the kit's own code failed, so that the outcome says nothing about the plugin.
  public var isFaultOfKit = false

  /// The part of the id before the first dot.
  public var group: String { String(id.prefix { $0 != "." }) }

  /// Whether it is held against the plugin: a failure that no waiver covers.
  public var isHeldAgainst: Bool { status.isFailure && waiver == nil }
}
