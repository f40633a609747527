internal import ConformanceHarness
internal import TransportABI
internal import TransportLoader

// The clock by which a plugin lives.
extension TimeTests {
  static let clocks: [ConformanceTest] = [
    ConformanceTest(
      "time.moments", .must, "Each report gives the moment of its event on the host's clock, whatever the real clocks say",
      budget: .seconds(60), examinesLibrary: true, body: moments),
    ConformanceTest(
      "time.real-clocks", .must, "Real clocks that step by hours, days and years change nothing", budget: .seconds(60),
      examinesLibrary: true, body: realClocks),
    ConformanceTest(
      "time.late-loop", .must, "On a loop that comes late calls go the same way, only later", budget: .seconds(60),
      examinesLibrary: true, body: lateLoop),
  ]

  private static let hour: Int64 = 3_600_000_000_000
  private static let year = 365 * 24 * hour

  // MARK: moments

  private static func moments(_ run: TestRun) throws {
    let stage = try run.stage()
    // A reading of a real clock is now years away from the host's.
    _ = ExecutorProcess.installClocks()
    ExecutorProcess.moveClocks(3 * year, 5 * year, 7 * year)
    let call = try event(stage, "a start") { try stage.dial() }
    try event(stage, "the far end's ringing") { try stage.peer.ring(call) }
    try event(stage, "the far end's answer") { try stage.peer.answer(call) }
    try stage.expect(call, is: .active)
    try changes(stage, call)
    try event(stage, "our end of a call") { try stage.hangUp(call) }
    let incoming = try event(stage, "an incoming call") { try stage.ringing() }
    try event(stage, "our answer") { try stage.complete(stage.near.answer(incoming)) }
    try event(stage, "the far end's end") { try stage.peer.end(incoming) }
    try stage.ifOffered {
      let refused = try stage.dial()
      try event(stage, "the far end's refusal") { try stage.peer.order(.decline, refused) }
    }
    try event(stage, "a start that fails") { _ = try stage.outcome(stage.startToNobody()) }
    try stage.tearDown()
  }

  private static func changes(_ stage: Stage, _ call: CallRef) throws {
    try stage.ifOffered { try event(stage, "a hold") { try stage.complete(stage.near.setHeld(call, 1)) } }
    try stage.ifOffered { try event(stage, "a resume") { try stage.complete(stage.near.setHeld(call, 0)) } }
    try stage.ifOffered { try event(stage, "a mute") { try stage.complete(stage.near.setMuted(call, 1)) } }
    try stage.ifOffered { try event(stage, "an unmute") { try stage.complete(stage.near.setMuted(call, 0)) } }
    try stage.ifOffered { try event(stage, "digits of ours") { try stage.complete(stage.near.play(call, "12")) } }
    try stage.ifOffered { try event(stage, "digits of the far end") { try stage.peer.send("42", call) } }
    try stage.ifOffered { try event(stage, "the far end's hold") { try stage.peer.hold(call) } }
    try stage.ifOffered { try event(stage, "the far end's resume") { try stage.peer.resume(call) } }
    try stage.ifOffered {
      try event(stage, "the far end's request of a transfer") { try stage.peer.order(.askTransfer(to: "5550133"), call) }
    }
    try stage.ifOffered { _ = try stage.near.verdict(call, accepted: 0) }
  }

  /// Lets time pass, causes an event, and requires that what is reported of it happened since.
  @discardableResult
  private static func event<Result>(_ stage: Stage, _ name: String, _ cause: () throws -> Result) throws -> Result {
    // A real clock makes each wait last.
    try stage.settle(stage.loop.isRealTime ? .milliseconds(60) : .milliseconds(7_321))
    // Reports that time itself has brought, such as a registration's, are of an earlier moment.
    let known = stage.near.ledger.stamps.count
    let since = stage.loop.now
    let result = try cause()
    try stage.settle(stage.loop.isRealTime ? .milliseconds(60) : .milliseconds(300))
    for stamp in stage.near.ledger.stamps.dropFirst(known) {
      guard stamp.time > stamp.arrival || stamp.time < since else { continue }
      let isLate = stamp.time > stamp.arrival
      let distance = isLate ? stamp.time - stamp.arrival : since - stamp.time
      throw TestFailure(
        "\(stamp.function) of \(name) gave the time \(stamp.time), \(distance / 1_000_000) ms "
          + "\(isLate ? "after its arrival" : "before its cause"); "
          + "should be the moment of the event on the clock of host-loop, \(since) to \(stamp.arrival)")
    }
    return result
  }

  // MARK: the same course under other clocks

  private static func realClocks(_ run: TestRun) throws {
    try requireVirtualTime(run)
    let library = try run.library()
    guard ExecutorProcess.installClocks() else {
      throw TestUnable("on this machine the kit cannot move the clocks that a plugin reads; it can on x86-64 and 64-bit ARM")
    }
    let steady = [try course(run, library), try course(run, library)]
    let before = ExecutorProcess.clockReadings
    var step = 0
    let moved = try course(run, library) { stage in
      stage.loop.afterEachCall = { ExecutorProcess.moveClocks(0, hour / 60, hour / 60) }
      return {
        step += 1
        // The wall clock goes both ways; the others may stand still or leap, and never go back.
        let wall = [2 * year, -year, 26 * hour, -3 * hour][step % 4]
        ExecutorProcess.moveClocks(wall, [hour, 9 * hour, 0][step % 3], [0, 30 * hour][step % 2])
      }
    }
    try compare(run, steady, moved, "with real clocks that step")
    if ExecutorProcess.clockReadings > before { run.note("the plugin reads a real clock") }
  }

  private static func lateLoop(_ run: TestRun) throws {
    try requireVirtualTime(run)
    let library = try run.library()
    let steady = [try course(run, library)]
    for lateness: UInt64 in [130, 700, 1900] {
      let late = try course(run, library) { stage in
        stage.loop.lateness = lateness * 1_000_000
        return {}
      }
      try compare(run, steady, late, "on a loop that comes \(lateness) ms late", .instance)
    }
  }

  private static func requireVirtualTime(_ run: TestRun) throws {
    guard run.manifest?.clock != .own else {
      throw TestSkip("the manifest says \"clock\": \"own\", which the kit's clock does not move")
    }
  }

  /// Plays the script on a new instance, and returns its transcript; nil where the far end makes time real.
  private static func course(
    _ run: TestRun, _ library: PluginLibrary, changing change: (Stage) -> () -> Void = { _ in {} }
  ) throws -> Transcript {
    let stage = try run.created(in: library)
    let between = change(stage)
    try stage.bringUp()
    try stage.settle(.seconds(2))
    _ = try stage.peer.target()
    guard !stage.loop.isRealTime else { throw TestSkip("the far end lives in real time, which the kit does not move") }
    try CallScript(stage, between: between).play()
    try stage.refuse(.stateOrder, .time, .secondWord, .unknownAction, .unknownCall, .afterEnded, .endedTwice)
    let transcript = stage.near.ledger.transcript
    stage.loop.afterEachCall = nil
    stage.loop.lateness = 0
    try stage.tearDown()
    return transcript
  }

  /// Requires that a course is one of the steady ones; where those differ, their times say nothing.
  private static func compare(
    _ run: TestRun, _ steady: [Transcript], _ other: Transcript, _ what: String, _ parts: Transcript.Comparison = [.times, .instance]
  ) throws {
    for parts in [parts, .instance] {
      guard steady.allSatisfy({ $0.difference(from: steady[0], "once", "again", parts) == nil }) else { continue }
      if let difference = steady[0].difference(from: other, "on a steady clock", what, parts) { throw TestFailure(difference) }
      return
    }
    run.note("two courses on a steady clock differ, so that none is compared")
  }
}
