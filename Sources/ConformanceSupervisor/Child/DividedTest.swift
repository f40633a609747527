internal import CConformance
internal import ConformanceHarness
internal import ConformanceReport
internal import Locking

/// One planned test whose work several processes divide, with one outcome.
///
/// The two processes of a judge and its plugin take turns, so they keep one processor busy; each further one has a pair of its own.
struct DividedTest {
  /// The test, as each process runs it.
  let child: TestChild
  /// The number of processes.
  let count: Int

  /// The largest number of processes of one test.
  private static let most = 4

  /// Returns the number of processes among which a test is divided: one for each processor that no other test of the run uses.
  static func processes(for test: ConformanceTest, _ settings: ConformanceSettings) -> Int {
    // One trace has the crossings of one process, and a wrapper such as a debugger wants to be alone.
    guard test.isDivisible, settings.wrapper.isEmpty, !settings.isTraced else { return 1 }
    return max(1, min(most, Int(hookswitch_apart_processors()) / max(1, settings.jobs)))
  }

  /// Runs the test in all processes; the first failure ends the others.
  /// - Returns: the outcome and the trace; nil when the run was interrupted.
  func run(until interruption: Interruption) throws(ConformanceError) -> (TestOutcome, trace: [UInt8])? {
    guard count > 1 else { return try child.run(until: interruption) }
    let end = try Interruption(within: interruption)
    let course = Locked(Course())
    // A system that gives fewer threads has the shares one after another.
    try Workers.run(count) { [child, count] in
      while !end.isWished, let share = course.withLock({ $0.takeShare(of: count) }) {
        var part = child
        part.share = share
        do throws(ConformanceError) {
          guard let (outcome, trace) = try part.run(until: end) else { return }
          course.withLock { $0.ended.append((outcome, trace)) }
          if outcome.status.isFailure || outcome.status == .error { end.interrupt() }
        } catch {
          course.withLock { $0.failure = $0.failure ?? error }
          end.interrupt()
        }
      }
    }
    let (ended, failure) = course.withLock { ($0.ended, $0.failure) }
    if let failure { throw failure }
    return Self.merged(ended, of: count)
  }

  private struct Course {
    var begun = 0
    /// The outcomes in the order in which they came.
    var ended: [(TestOutcome, trace: [UInt8])] = []
    var failure: ConformanceError?

    /// Returns the next share; nil when all have begun.
    mutating func takeShare(of count: Int) -> TestShare? {
      guard begun < count else { return nil }
      defer { begun += 1 }
      return TestShare(index: begun, count: count)
    }
  }

  /// Returns the first failure, or else the outcome of all; nil when some were interrupted by another's request.
  static func merged(_ ended: [(TestOutcome, trace: [UInt8])], of count: Int) -> (TestOutcome, trace: [UInt8])? {
    if let failed = ended.first(where: { $0.0.status.isFailure || $0.0.status == .error }) { return failed }
    guard ended.count == count, var whole = ended.first(where: { $0.0.status != .pass }) ?? ended.last else { return nil }
    whole.0.milliseconds = ended.map(\.0.milliseconds).max() ?? 0
    for warning in ended.flatMap(\.0.warnings) where !whole.0.warnings.contains(warning) { whole.0.warnings.append(warning) }
    return whole
  }
}
