/// The results of a run, from which every report is written.
public struct ConformanceReport: Sendable, Hashable {
  /// The plugin.
  public var plugin: PluginIdentity
  /// The kit's version.
  public var kitVersion = conformanceKitVersion
  /// The level; nil when patterns alone selected the tests.
  public var level: ConformanceLevel?
  /// The seed of every choice.
  public var seed: UInt64
  /// The outcome of each test, in the order of the plan.
  public var outcomes: [TestOutcome] = []
  /// The tests in the catalogue that belong to the run but do not exist yet.
  public var absent: [AbsentTest] = []
  /// All waivers, needed or not.
  public var waivers: [Waiver] = []
  /// The required groups of which no test ran.
  public var unmetGroups: [String] = []
  /// True if the run was interrupted.
  public var wasInterrupted = false
  /// The number of tests that the run was to have; 0 when it is not known.
  package var planned = 0
  /// The place of the plugin and the means that confine it; nil for a run that reports none.
  public var isolation: ReportedIsolation?
  /// The duration of the run, in whole milliseconds.
  public var milliseconds: Int64 = 0

  package init(plugin: PluginIdentity, level: ConformanceLevel?, seed: UInt64) {
    self.plugin = plugin
    self.level = level
    self.seed = seed
  }

  /// Returns the number of tests with that status.
  public func count(_ status: TestStatus) -> Int { outcomes.count { $0.status == status } }

  /// The failures that no waiver covers.
  public var failures: [TestOutcome] { outcomes.filter(\.isHeldAgainst) }

  /// The outcomes that are no plain pass, first causes first.
  ///
  /// The failures that no other one explains come first, in the order of dependency, then those that follow from them, then the others in
  /// the order of the plan.
  public var notable: [TestOutcome] {
    let told = outcomes.filter { $0.status != .skip && ($0.status != .pass || !$0.warnings.isEmpty) }
    let failures = told.filter(\.status.isFailure).sorted(by: FailureCauses.precedes)
    return failures.filter { $0.cause == nil } + failures.filter { $0.cause != nil } + told.filter { !$0.status.isFailure }
  }

  /// `N passed, N failed, N skipped`: warnings count as passed, waived failures as skipped.
  public var summary: String {
    let passed = count(.pass) + count(.warn)
    let waived = outcomes.count { $0.status.isFailure && $0.waiver != nil }
    let incomplete = wasInterrupted ? "incomplete: \(outcomes.count) of \(max(planned, outcomes.count)) tests ran: " : ""
    return "\(incomplete)\(passed) passed, \(failures.count) failed, \(count(.skip) + waived) skipped"
  }

  /// The command's exit code.
  ///
  /// 0: the plugin has passed. 1: failures. 3: the run says nothing about the plugin, because nothing ran, a required group was skipped or
  /// the kit itself has a fault. 4: the kit's environment failed. 5: the run is incomplete.
  public var exitCode: Int32 {
    if wasInterrupted { return 5 }
    if outcomes.contains(where: \.isFaultOfKit) { return 3 }
    if count(.error) > 0 { return 4 }
    if !failures.isEmpty { return 1 }
    if !unmetGroups.isEmpty || outcomes.allSatisfy({ $0.status == .skip }) { return 3 }
    return 0
  }

  /// True if the plugin has passed all requested tests.
  public var isGood: Bool { exitCode == 0 }
}

/// The kit's version, which every report names.
package let conformanceKitVersion = "0.1.0"

/// A test in the catalogue that does not exist yet.
///
/// Lists name it as not yet present; no run counts it as passed.
public struct AbsentTest: Sendable, Hashable {
  /// The id that the test will have.
  public let id: String
  /// The future test's subject, in one sentence.
  public let title: String
  /// The missing feature that the test needs.
  public let reason: String

  package init(_ id: String, _ title: String, waitingFor reason: String) {
    self.id = id
    self.title = title
    self.reason = reason
  }
}

/// The extent of a run's tests; each level includes the one before.
public enum ConformanceLevel: String, Sendable, CaseIterable, Comparable {
  /// Loading, the contract's structs, the life cycle, bad input, unloading.
  case core
  /// Everything about calls.
  case call
  /// Audio.
  case media
  /// Configuration, state, handovers, leaks, resets and a short fuzz.
  case full
  /// As `full`, for longer.
  case soak

  /// The groups of tests that this level adds to the one before.
  package var ownGroups: [String] {
    switch self {
    case .core: ["load", "abi", "life", "bad", "unload"]
    case .call:
      [
        "action", "hold", "mute", "dtmf", "group", "transfer", "deflect", "line", "error", "health", "diag", "time", "thread", "process",
        "reent",
      ]
    case .media: ["media"]
    case .full: ["config", "state", "handover", "leak", "reset", "iso", "fuzz"]
    case .soak: []
    }
  }

  /// All groups of tests of this level.
  public var groups: [String] { Self.allCases.filter { $0 <= self }.flatMap(\.ownGroups) }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Returns true if the left level includes fewer tests than the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
