internal import CConformance
internal import ConformanceHarness
internal import Glibc
internal import TransportABI
internal import TransportLoader

// The remains of a plugin in the process, while its code is mapped and after it is gone.
extension UnloadTests {
  /// The resources of the process, and what is set for all of it.
  private struct Look {
    let view = ProcessView.now()
    let surroundings = Surroundings()

    func news(since earlier: Look) -> [String] {
      view.newThreads(since: earlier.view) + view.newDescriptors(since: earlier.view) + view.newChildren(since: earlier.view)
        + handlersAndTimers(since: earlier)
    }

    /// Returns the signal handlers and timers that are new, as readable text.
    func handlersAndTimers(since earlier: Look) -> [String] {
      surroundings.changes(since: earlier.surroundings).filter { change in
        change.kind == .resources || change.thing.hasPrefix("the action of") || change.thing.hasPrefix("the timer")
      }.map(\.words)
    }
  }

  static func leftovers(_ run: TestRun) throws {
    // The kit's own loop is no leftover.
    let loop = VirtualLoop()
    var before = Look()
    let library = try PluginLibrary(run.entry(), run.arena)
    // A plugin whose code stays may keep things for good, but not more with each life.
    let mayKeep = library.table.flags & UInt32(HSW_ENTRY_NO_UNLOAD) != 0
    if mayKeep {
      try WholeLife(run, library, on: loop).play()
      before = Look()
    }
    try WholeLife(run, library, on: loop).play()
    var left = Look().news(since: before)
    // A thread that was joined, or is about to end, may need a moment.
    for _ in 0..<10 where !left.isEmpty {
      letRealTimePass(milliseconds: 20)
      left = Look().news(since: before)
    }
    guard left.isEmpty else {
      throw TestFailure("\(mayKeep ? "the second life" : "the last unload") left behind: " + left.prefix(6).joined(separator: ", "))
    }
  }

  static func letRealTimePass(milliseconds: Int) { poll(nil, 0, Int32(milliseconds)) }

  // MARK: after dlclose

  static func afterlife(_ run: TestRun) throws {
    ExecutorProcess.beginAfterlife()
    let before = Look()
    let handle = try openPlainly(run) { library in
      // One load is open already, and a second one does no harm.
      try WholeLife(run, library).play()
    }
    ExecutorProcess.noteImages()
    ExecutorProcess.closePlainly(handle)
    guard ExecutorProcess.goneImages() > 0 else {
      throw TestSkip("dlclose does not unmap the file, which unload.flag-honest shows")
    }
    try requireNothingDangling()
    if let change = Look().handlersAndTimers(since: before).first { throw TestFailure("after dlclose there is still a change: \(change)") }
    for number in 0..<HOOKSWITCH_AFTERLIFE_ACTS.rawValue { try requireSurvival(run, hookswitch_afterlife_act(rawValue: number)) }
  }

  private static func requireNothingDangling() throws {
    let things = ExecutorProcess.danglingThings(16)
    guard !things.isEmpty else { return }
    throw TestFailure("after dlclose these point into memory that is gone: " + things.prefix(4).joined(separator: ", "))
  }

  private static func requireSurvival(_ run: TestRun, _ act: hookswitch_afterlife_act) throws {
    let words = String(cString: hookswitch_afterlife_words(act))
    let (outcome, signal) = run.lastCall.during("the process without the plugin", thread: .any, call: UInt64(act.rawValue) + 1) {
      ExecutorProcess.tryAfterlife(act.rawValue)
    }
    switch outcome {
    case 0: return
    case 1: throw TestFailure("after dlclose a process that \(words) runs into code that is gone")
    // The plugin's keys get values that are not its own, so only the end of its code counts there.
    case 2 where act == HOOKSWITCH_AFTERLIFE_ENDS_A_THREAD: return
    case 2: throw TestFailure("after dlclose a process that \(words) dies of signal \(signal)")
    default: throw TestUnable("the process cannot be copied to see what it does: it may lack memory, or the right to start processes")
    }
  }
}
