internal import CConformance
internal import ConformanceHarness
internal import Locking
internal import TransportABI

/// The group `thread`: the threads of functions, and their locks.
enum ThreadTests {
  static let all: [ConformanceTest] = [
    ConformanceTest("thread.tags", .must, "Every host function is called on a thread that its tag allows", body: tags),
    ConformanceTest("thread.any-concurrent", .must, "Functions that any thread may call allow eight threads at once", body: anyConcurrent),
    ConformanceTest(
      "thread.no-lock-across-callback", .must, "While a host function blocks, other calls of the plugin return",
      budget: .seconds(30), body: noLockAcrossCallback),
    ConformanceTest(
      "thread.signals", .should, "The plugin's threads block all signals, and the plugin changes no signal's action", body: signals),
    ConformanceTest(
      "thread.tsan", .should, "The thread sanitizer finds no race in a kit and a plugin built with it", budget: .seconds(60), body: tsan),
  ]

  private static func tags(_ run: TestRun) throws {
    let stage = try run.stage()
    Exercise(stage).run()
    stage.attempt { try stage.complete(stage.near.apply(run.settings.near)) }
    stage.letRealTimePass(milliseconds: 100)
    try stage.near.reset()
    Exercise(stage).run()
    try stage.tearDown()
    try stage.refuse(.thread)
  }

  private static func anyConcurrent(_ run: TestRun) throws {
    let stage = try run.stage()
    try hammer(stage)
    try stage.tearDown()
  }

  /// Eight threads use the [any] functions, for at least 200 ms, while the loop makes calls.
  private static func hammer(_ stage: Stage) throws {
    let functions = try AnyThreadFunctions(stage.near, stage.library)
    let isOver = Locked(false)
    let surprise = Locked<String?>(nil)
    let crew = try ThreadCrew(8) {
      while !isOver.withLock({ $0 }) {
        if let sentence = functions.useAll() { surprise.withLock { $0 = sentence } }
      }
    }
    let end = RealClock.now + 200_000_000
    repeat {
      Exercise(stage).run()
      stage.letRealTimePass(milliseconds: 20)
    } while RealClock.now < end
    isOver.withLock { $0 = true }
    crew.join()
    if let sentence = surprise.withLock({ $0 }) { throw TestFailure(sentence) }
  }

  private static func noLockAcrossCallback(_ run: TestRun) throws {
    let stage = try run.stage()
    let held = HeldCalls(stage.loop, try AnyThreadFunctions(stage.near, stage.library))
    stage.near.host.interruption.set({ held.hold($0) })
    Exercise(stage).run()
    stage.near.host.interruption.set(nil)
    try stage.tearDown()
    if let sentence = held.findings.first { throw TestFailure(sentence) }
  }

  private static func signals(_ run: TestRun) throws {
    let before = SignalView.now()
    let stage = try run.stage()
    stage.attempt { _ = try stage.connect() }
    var found = SignalView.now().since(before)
    Exercise(stage).run()
    // A new thread has all signals blocked until it runs.
    for _ in 0..<5 where found.isEmpty {
      stage.letRealTimePass(milliseconds: 20)
      found = SignalView.now().since(before)
    }
    try stage.tearDown()
    guard let sentence = found.first else { return }
    throw TestFailure(sentence)
  }

  private static func tsan(_ run: TestRun) throws {
    guard hookswitch_harness_races() >= 0 else {
      throw TestSkip("this kit was not built with the thread sanitizer; docs/conformance.md says how")
    }
    let stage = try run.stage()
    try hammer(stage)
    try stage.near.reset()
    Exercise(stage).run()
    try stage.tearDown()
    let races = hookswitch_harness_races()
    guard races == 0 else { throw TestFailure("the thread sanitizer found \(races) races; the test's output lists them") }
  }
}
