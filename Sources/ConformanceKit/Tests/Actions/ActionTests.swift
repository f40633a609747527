internal import ConformanceHarness
internal import TransportABI

/// The group `action`: calls in both directions, from their start to their end.
enum ActionTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "action.start", .must, "A call is reported ringing and answered when it is, and not before; one that cannot be made fails",
      body: start),
    ConformanceTest("action.answer", .must, "Once an answer is done both ends are in the call", body: answer),
    ConformanceTest("action.end", .must, "An end is done when the far end knows, and then the call is reported ended", body: end),
    ConformanceTest("action.end-each-state", .must, "A call can be ended in every state that it can be in", body: endEachState),
    ConformanceTest(
      "action.exactly-once", .must, "Two hundred actions get one completion each, before the end of their call", body: exactlyOnce),
    ConformanceTest("action.state-order", .must, "States come once, in a possible order, and time does not run backwards") {
      try stateOrder($0)
    },
    ConformanceTest("action.ended-once", .must, "A call ends once, and no report about it follows", body: endedOnce),
    ConformanceTest(
      "action.handle-fresh", .must, "The handles of a thousand incoming calls have bit 63 set, and none comes twice", budget: .seconds(30),
      body: handleFresh),
    ConformanceTest("action.unknown-call", .must, "A request for a call that does not exist gets HSW_E_NOCALL", body: unknownCall),
    ConformanceTest(
      "action.incoming", .must, "An incoming call rings, is refused, answered or given up; one that is not taken is forgotten",
      body: incoming),
    ConformanceTest("action.glare", .must, "When both ends hang up at once the call ends once", body: glare),
    ConformanceTest(
      "action.end-while-answering", .must, "When a call ends while it is being answered the answer is completed first",
      body: endWhileAnswering),
    ConformanceTest("action.neighbours", .must, "Whatever happens to one of three calls, the others go on", body: neighbours),
    ConformanceTest(
      "action.max-calls", .must, "One call more than max_calls gets HSW_E_BUSY, and the others notice nothing", budget: .seconds(30),
      body: maxCalls),
    ConformanceTest("action.honest", .must, "Promised features are offered, and other features are refused", body: honest),
  ]

  // MARK: a call from us

  private static func start(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.dial()
    try stage.expectPeer(call, "a caller") { $0.state == "calling" || $0.state == "ringing" }
    try stage.settle()
    let state = try stage.record(call).stage
    guard state == .dialing else { throw TestFailure("\(call) is \(state.rawValue), and the far end has done nothing yet") }
    // A far end in a stack of its own may ring by itself.
    if try stage.peer is TestPeer, try stage.record(call).states.contains(HSW_CALL_RINGING) {
      throw TestFailure("report_state gave HSW_CALL_RINGING of \(call), and the test-peer was not ordered to ring")
    }
    try stage.peer.ring(call)
    try stage.expect(call, reports: HSW_CALL_RINGING)
    try stage.expectPeer(call, "it ring") { $0.state == "ringing" }
    try stage.peer.answer(call)
    try stage.expect(call, reports: HSW_CALL_ACTIVE)
    try stage.expectPeer(call, "itself in the call") { $0.state == "active" }
    try stage.hangUp(call)
    for order in [PeerOrder.busy, .decline] {
      let call = try stage.dial()
      try stage.peer.order(order, call)
      try stage.expectEnd(call, HSW_END_REMOTE)
    }
    try startsThatFail(stage)
    try stage.tearDown()
  }

  /// Requires that a failed start is followed by no report on its call.
  private static func startsThatFail(_ stage: Stage) throws {
    try stage.expectFailure(stage.startToNobody(), "an empty handle cannot be called")
    try stage.settle(.seconds(5))
    try stage.refuse(.unknownCall)
  }

  // MARK: a call to us

  private static func answer(_ run: TestRun) throws {
    let stage = try run.stage()
    for _ in 0..<2 {
      let call = try stage.ringing()
      try stage.complete(stage.near.answer(call))
      try stage.expectPeerNow(call, "itself in the call, since calls.answer is done") { $0.state == "active" }
      try stage.expect(call, is: .active)
      try stage.hangUp(call)
    }
    try stage.tearDown()
  }

  // MARK: the end of a call

  private static func end(_ run: TestRun) throws {
    let stage = try run.stage()
    for connect in [Stage.connect, Stage.answered] {
      let call = try connect(stage)()
      try stage.complete(stage.near.end(call))
      try stage.expectPeerNow(call, "the call ended, since calls.end is done") { $0.state == "ended" }
      try stage.expectEnd(call, HSW_END_LOCAL)
    }
    try stage.tearDown()
  }
}
