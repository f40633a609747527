internal import ConformanceHarness
internal import TransportABI

// Reports over a long series of calls.
extension ActionTests {
  static func exactlyOnce(_ run: TestRun) throws {
    let stage = try run.stage()
    var random = SeededNumbers(run.seed)
    var round = 0
    while stage.near.ledger.actions.count < 200 {
      round += 1
      try play(stage, isIncoming: round.isMultiple(of: 4), &random)
    }
    // A real clock settles for a second at most.
    if stage.loop.isRealTime { _ = stage.wait(.seconds(10)) { stage.near.ledger.openActions.isEmpty } }
    try stage.settle(.seconds(40))
    let ledger = stage.near.ledger
    if let open = ledger.openActions.first.flatMap({ ledger.actions[$0] }) {
      throw TestFailure("\(open.function) answered HSW_PENDING, and no action_done came within \(stage.loop.isRealTime ? 10 : 40) s")
    }
    try stage.refuse(.secondWord, .unknownAction, .openAtEnd)
    try stage.tearDown()
  }

  /// Makes one call with half a dozen actions; other tests check the result of each.
  private static func play(_ stage: Stage, isIncoming: Bool, _ random: inout SeededNumbers) throws {
    let near = stage.near
    let call = try isIncoming ? stage.ringing() : stage.dial()
    if isIncoming { _ = try near.answer(call) } else { try stage.peer.answer(call) }
    // Some calls end while they are still being answered.
    if random.below(3) > 0 {
      try stage.settle(.milliseconds(100))
      for _ in 0..<6 {
        try ask(stage, call, random.below(6))
        if random.below(2) == 0 { try stage.settle(.milliseconds(10)) }
      }
    }
    _ = try near.end(call)
    if random.below(3) == 0 { stage.attempt { try stage.peer.end(call) } }
    // On a real clock, no time is spent on a call that is over.
    if stage.loop.isRealTime { _ = stage.wait(.seconds(1)) { near.ledger.calls[call.id]?.isUp != true } } else { try stage.settle() }
  }

  private static func ask(_ stage: Stage, _ call: CallRef, _ what: Int) throws {
    try stage.ifOffered {
      switch what {
      case 0: _ = try stage.near.setHeld(call, 1)
      case 1: _ = try stage.near.setHeld(call, 0)
      case 2: _ = try stage.near.setMuted(call, 1)
      case 3: _ = try stage.near.setMuted(call, 0)
      case 4: _ = try stage.near.play(call, "42#")
      default: _ = try stage.near.setGroup(call, with: nil)
      }
    }
  }

  static func stateOrder(_ run: TestRun) throws {
    let stage = try run.stage()
    let out = try stage.dial()
    try stage.peer.ring(out)
    try stage.settle(.milliseconds(100))
    try stage.peer.answer(out)
    try stage.expect(out, is: .active)
    for on: UInt32 in [1, 0] { try stage.ifOffered { try stage.complete(stage.near.setHeld(out, on)) } }
    for order in [PeerOrder.hold, .resume, .dtmf("42#")] {
      try stage.ifOffered { try stage.peer.order(order, out) }
      try stage.settle(.milliseconds(100))
    }
    try stage.hangUp(out)
    try requireNoRepetition(stage)
    try stage.refuse(.stateOrder, .time)
    try stage.tearDown()
  }

  /// Requires that no report repeats the state that a completed action already implies.
  private static func requireNoRepetition(_ stage: Stage) throws {
    let call = try stage.answered()
    try stage.settle(.seconds(2))
    for on: UInt32 in [1, 0] { try stage.ifOffered { try stage.complete(stage.near.setHeld(call, on)) } }
    try stage.settle()
    if let state = try stage.record(call).states.first(where: { $0 == HSW_CALL_ACTIVE || $0 == HSW_CALL_HELD }) {
      throw TestFailure("report_state gave \(CallStateName.of(state)) of \(call), which the completion of an action had reported already")
    }
    try stage.hangUp(call)
  }
}
