internal import ConformanceHarness
internal import TransportABI

extension TimeTests {
  static func cancel(_ run: TestRun) throws {
    let stage = try run.stage()
    // Another test covers the timers that every call leaves.
    let usual = try newTimers(stage) { try stage.hangUp(stage.connect()) }
    let left = try newTimers(stage) { try cancelStart(stage) }
    guard left - usual < 10 else { throw TestFailure("ten starts that were cancelled left \(left) timers on the loop") }
    try cancelAnswer(stage)
    try cancelChanges(stage)
    try cancelDeaf(stage)
    // A call still works, at both ends.
    try stage.hangUp(stage.connect())
    try stage.refuse(.unknownCall)
    try stage.tearDown()
  }

  /// Returns the number of timers that ten runs of `body` leave on the loop.
  private static func newTimers(_ stage: Stage, _ body: () throws -> Void) rethrows -> Int {
    let before = stage.loop.timers.count(of: stage.near.host)
    for _ in 0..<10 { try body() }
    return stage.loop.timers.count(of: stage.near.host) - before
  }

  /// Requires that a cancelled start ends its call: no report follows, and its handle is invalid.
  private static func cancelStart(_ stage: Stage) throws {
    let call = stage.near.mintCall()
    let start = try stage.near.start(call, stage.peer.target(), deadline: 1000)
    let wasOpen = stage.near.ledger.actions[start.id]?.state == .open
    try stage.near.cancel(start.id)
    try stage.settle(.milliseconds(200))
    // A start that was done by then cannot be cancelled.
    guard wasOpen else { return try stage.hangUp(call) }
    try stage.refuse(.unknownCall)
    try stage.expect(stage.near.end(call), refused: HSW_E_NOCALL)
  }

  /// Requires that after a cancelled answer the far end can still end the call.
  private static func cancelAnswer(_ stage: Stage) throws {
    let call = try stage.ringing()
    let answer = try stage.near.answer(call, deadline: 1000)
    try stage.near.cancel(answer.id)
    try stage.settle()
    try stage.peer.end(call)
    try stage.expect(call, is: .ended)
    try stage.expectPeer(call, "the call ended") { $0.state == "ended" }
  }

  /// Requires that cancelled changes of a call leave the call up.
  private static func cancelChanges(_ stage: Stage) throws {
    let call = try stage.connect()
    try stage.ifOffered { try stage.near.cancel(stage.near.setHeld(call, 1, deadline: 1000).id) }
    try stage.ifOffered { try stage.near.cancel(stage.near.setMuted(call, 1, deadline: 1000).id) }
    try stage.ifOffered { try stage.near.cancel(stage.near.play(call, "1").id) }
    try stage.settle(.seconds(2))
    guard try stage.record(call).isUp else { throw TestFailure("\(call) ended, though only changes of it were cancelled") }
    try stage.hangUp(call)
  }

  /// Requires that a call to a silent far end ends: the host cancels its actions at their deadline, and then ends the call.
  private static func cancelDeaf(_ stage: Stage) throws {
    let call = try stage.connect()
    do {
      try stage.peer.vanish(call)
    } catch is TestSkip {
      return try stage.hangUp(call)
    }
    var open: [ActionRef] = []
    try stage.ifOffered { open.append(try stage.near.setHeld(call, 1, deadline: 500)) }
    try stage.ifOffered { open.append(try stage.near.play(call, "1")) }
    try stage.settle(.milliseconds(500))
    for action in open { try stage.near.cancel(action.id) }
    let end = try stage.near.end(call, deadline: 5000)
    let isOver = stage.wait(.seconds(60)) { stage.near.ledger.calls[call.id]?.isUp == false }
    guard isOver else { throw TestFailure("\(call), whose far end answers nothing, is up a minute after \(end.function)") }
  }
}
