internal import ConformanceHarness
internal import TransportABI
internal import TransportLoader

/// The group `time`: the host owns the clock, and no plugin function blocks it.
enum TimeTests {
  static let all: [ConformanceTest] = [
    ConformanceTest("time.loop-budget", .must, "No call on the loop takes 2 s, and few take 50 ms", budget: .seconds(30), body: loopBudget),
    ConformanceTest(
      "time.cancel", .must, "An action that the host gives up at its deadline stops, and no late report follows",
      budget: .seconds(90), body: cancel),
    ConformanceTest(
      "time.dead-peer", .must, "A far end that falls silent ends the call within the manifest's dead-peer-s", budget: .seconds(90),
      body: deadPeer),
    ConformanceTest(
      "time.clock-jump", .must, "After eight hours of suspend nothing piles up, and calls work", budget: .seconds(5), body: clockJump),
    ConformanceTest("time.idle-quiet", .should, "An idle minute has fewer than 20 wake-ups and costs no processor time", body: idleQuiet),
  ]

  private static func loopBudget(_ run: TestRun) throws {
    let stage = try run.created()
    // The delays of a busy machine are not the plugin's fault.
    stage.loop.leavesOutWaits = true
    try stage.bringUp()
    Exercise(stage).run()
    stage.attempt { _ = try stage.near.start(stage.near.mintCall(), CallTarget("tel", "5550142")) }
    try stage.near.reset()
    try stage.tearDown()
    let (function, taken) = stage.loop.slowest
    let milliseconds = taken / 1_000_000
    guard milliseconds < 2000 else { throw TestFailure("\(function) took \(milliseconds) ms on the loop; a host gives up at 2000 ms") }
    if milliseconds >= 50 { run.warn("\(function) took \(milliseconds) ms on the loop, should be under 50 ms") }
  }

  // MARK: the virtual clock

  /// Skips the test if the plugin has its own timers, which ignore the kit's clock.
  private static func requireHostClock(_ run: TestRun) throws {
    guard run.manifest?.clock != .own else {
      throw TestSkip("the manifest says \"clock\": \"own\", which the kit's clock does not move")
    }
  }

  private static func deadPeer(_ run: TestRun) throws {
    try requireHostClock(run)
    guard let seconds = run.manifest?.deadPeerSeconds else { throw TestSkip("no manifest gives dead-peer-s") }
    let stage = try run.stage()
    for isIncoming in [false, true] {
      let call = try isIncoming ? stage.answered() : stage.connect()
      try stage.peer.vanish(call)
      guard stage.wait(.seconds(Int(seconds)), until: { stage.near.ledger.calls[call.id]?.isUp == false }) else {
        throw TestFailure("\(call), whose far end fell silent, is up \(seconds) s later, though the manifest says dead-peer-s \(seconds)")
      }
      let reason = try stage.record(call).endReason
      guard reason != HSW_END_LOCAL else { throw TestFailure("report_ended gave HSW_END_LOCAL for \(call), whose far end fell silent") }
    }
    try stage.tearDown()
  }

  private static func clockJump(_ run: TestRun) throws {
    try requireHostClock(run)
    let stage = try run.stage()
    try stage.settle(.seconds(2))
    try sleepWell(stage)
    if let call = try stage.dialIfPossible() {
      // With an external far end, the clock is real.
      if !stage.loop.isRealTime { try sleepWell(stage) }
      if try stage.record(call).isUp { try stage.hangUp(call) }
      try stage.hangUp(stage.connect())
    }
    try stage.tearDown()
  }

  /// Suspends for eight hours, and checks the moments after them.
  private static func sleepWell(_ stage: Stage) throws {
    let usual = try wakeUps(stage) { try stage.settle(.seconds(10)) }
    let lines = stage.near.ledger.lines.count
    let woken = try wakeUps(stage) {
      stage.suspend(.seconds(8 * 3600))
      try stage.settle(.seconds(10))
    }
    guard woken <= usual + 20 + usual / 2 else {
      throw TestFailure("in the 10 s after eight hours of suspend the plugin woke up \(woken) times, in the 10 s before \(usual) times")
    }
    let said = stage.near.ledger.lines.dropFirst(lines)
    for (state, name) in [(HSW_LINE_TRYING, "HSW_LINE_TRYING"), (HSW_LINE_READY, "HSW_LINE_READY")] {
      let count = said.count { $0.state == state }
      guard count <= 1 else { throw TestFailure("after eight hours of suspend report_line gave \(name) \(count) times, should be once") }
    }
  }

  /// Returns the number of the plugin's wake-ups while `body` runs.
  private static func wakeUps(_ stage: Stage, _ body: () throws -> Void) rethrows -> Int {
    let before = stage.loop.wakeUps
    try body()
    return stage.loop.wakeUps - before
  }

  private static func idleQuiet(_ run: TestRun) throws {
    try requireHostClock(run)
    let stage = try run.stage()
    try stage.settle(.seconds(2))
    let woken = try wakeUps(stage) { try stage.settle(.seconds(60)) }
    guard woken < 20 else { throw TestFailure("an idle minute had \(woken) wake-ups, should be fewer than 20") }
    let before = RealClock.processorTime
    stage.letRealTimePass(milliseconds: 200)
    let spent = (RealClock.processorTime - before) / 1_000_000
    guard spent < 50 else { throw TestFailure("200 ms without work cost \(spent) ms of processor time") }
    try stage.tearDown()
  }
}
