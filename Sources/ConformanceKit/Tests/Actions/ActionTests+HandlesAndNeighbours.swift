internal import ConformanceHarness
internal import TransportABI

// The handles of calls.
extension ActionTests {
  static func handleFresh(_ run: TestRun) throws {
    let stage = try run.stage()
    // A far end outside the process takes some time for each call.
    let count = try stage.peer is TestPeer ? 1000 : 100
    for _ in 0..<count {
      do {
        let call = try stage.incoming()
        try stage.peer.end(call)
        try stage.expect(call, is: .ended)
      } catch let failure as TestFailure {
        try stage.refuse(.handle)
        throw failure
      }
    }
    try stage.refuse(.handle)
    try stage.tearDown()
  }

  static func unknownCall(_ run: TestRun) throws {
    let stage = try run.stage()
    let live = try stage.connect()
    let over = try stage.connect()
    try stage.hangUp(over)
    let unused = stage.near.mintCall()
    for id in [.max, unused.id, unused.id + 100, 1 << 63, 1 << 63 | 1_000_000, 0] {
      for question in CallQuestion.all where id != 0 || !question.hasNone {
        try stage.ifOffered { try question.ask(stage.near, CallRef(id: id), live) }
      }
    }
    for question in CallQuestion.all where !question.knowsEnded {
      try stage.ifOffered { try question.ask(stage.near, over, live) }
    }
    try stage.expectUp([live], after: "requests for calls that do not exist")
    try stage.hangUp(live)
    try stage.tearDown()
  }
}

// Several calls at once.
extension ActionTests {
  static func neighbours(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needRoom(for: 4)
    let first = try stage.connect()
    let second = try stage.answered()
    let third = try stage.connect()
    try stage.hangUp(first)
    try stage.expectUp([second, third], after: "we ended one of three calls")
    _ = try stage.near.end(first)
    try stage.settle()
    try stage.expectUp([second, third], after: "we ended a call that had ended")

    let fourth = try stage.connect()
    try stage.peer.end(second)
    try stage.expect(second, is: .ended)
    try stage.expectUp([third, fourth], after: "the far end ended one of three calls")
    _ = try stage.outcome(stage.startToNobody())
    try stage.settle()
    try stage.expectUp([third, fourth], after: "the start of a call failed")
    let cancelled = try stage.near.start(stage.near.mintCall(), stage.peer.target())
    try stage.near.cancel(cancelled.id)
    try stage.settle()
    try stage.expectUp([third, fourth], after: "the start of a call was cancelled")
    try lose(stage, third, neighbour: fourth)
    try stage.hangUp(fourth)
    try stage.tearDown()
  }

  /// Requires that a far end that vanishes takes no other call with it.
  private static func lose(_ stage: Stage, _ call: CallRef, neighbour: CallRef) throws {
    // A second instance loses all its calls together.
    guard try stage.peer is TestPeer else { return }
    try stage.ifOffered {
      try stage.peer.vanish(call)
      try stage.settle(.seconds(120))
      try stage.expectUp([neighbour], after: "a far end had been silent for two minutes")
    }
  }

  static func maxCalls(_ run: TestRun) throws {
    let stage = try run.stage()
    let limit = try stage.callLimit()
    guard limit > 0 else { throw TestSkip("max_calls is 0: any number") }
    guard limit <= 1000 else { throw TestSkip("max_calls is \(limit), which is more than the kit tries") }
    let calls = try (0..<limit).map { _ in try stage.dial() }
    try stage.expect(stage.near.start(stage.near.mintCall(), stage.peer.target()), refused: HSW_E_BUSY)
    try stage.settle()
    try stage.expectUp(calls, after: "max_calls is \(limit), and one more was begun")
    // The end of a call makes room for another.
    try stage.peer.answer(calls[0])
    try stage.expect(calls[0], is: .active)
    try stage.hangUp(calls[0])
    _ = try stage.dial()
    try stage.tearDown()
  }
}
