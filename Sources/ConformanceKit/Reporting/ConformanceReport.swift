/// What a run found: the value that every report is written from.
public struct ConformanceReport: Sendable, Hashable {
  /// The plugin.
  public var plugin: PluginIdentity
  /// The kit's version.
  public var kitVersion = conformanceKitVersion
  /// The level; nil when patterns alone said what was run.
  public var level: ConformanceLevel?
  /// What every choice derived from.
  public var seed: UInt64
  /// What came of each test, in the order of the plan.
  public var outcomes: [TestOutcome] = []
  /// The rows of the table that belong to the run and that wait for something.
  public var absent: [AbsentTest] = []
  /// All waivers, whether one was needed or not.
  public var waivers: [Waiver] = []
  /// The groups that were to run and of which no test did.
  public var unmetGroups: [String] = []
  /// Whether the run was ended before its time.
  public var wasInterrupted = false
  /// How long it took, in whole milliseconds.
  public var milliseconds: Int64 = 0

  /// How many tests ended that way.
  public func count(_ status: TestStatus) -> Int { outcomes.count { $0.status == status } }

  /// The tests that are held against the plugin.
  public var failures: [TestOutcome] { outcomes.filter(\.isHeldAgainst) }

  /// `N passed, N failed, N skipped`: warnings count as passed, failures that are waived as skipped.
  public var summary: String {
    let passed = count(.pass) + count(.warn)
    let waived = outcomes.count { $0.status.isFailure && $0.waiver != nil }
    return "\(passed) passed, \(failures.count) failed, \(count(.skip) + waived) skipped"
  }

  /// The command's exit code.
  ///
  /// 0: all is well. 1: failures. 3: the run says nothing about the plugin, because nothing ran, a required group was skipped or the kit
  /// itself has a fault. 4: the surroundings of the kit failed. 130: interrupted.
  public var exitCode: Int32 {
    if wasInterrupted { return 130 }
    if outcomes.contains(where: \.isFaultOfKit) { return 3 }
    if count(.error) > 0 { return 4 }
    if !failures.isEmpty { return 1 }
    if !unmetGroups.isEmpty || outcomes.allSatisfy({ $0.status == .skip }) { return 3 }
    return 0
  }

  /// Whether the plugin has shown all that was asked.
  public var isGood: Bool { exitCode == 0 }
}

/// The kit's version, which every report names.
package let conformanceKitVersion = "0.1.0"
