internal import ConformanceHarness
internal import TransportABI

/// The rows about a deactivation that lets calls go on for a while: its word to the far ends, and its time.
enum DrainTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "life.drain-states", .must, "In each state a call lasts for as long as deactivate allows, and then its far end sees the end",
      budget: .seconds(90), body: states),
    ConformanceTest(
      "life.drain-together", .must, "Several calls end at both ends when the drain is over, and not one by one with the first",
      budget: .seconds(60), body: together),
    ConformanceTest(
      "life.drain-calls-work", .must, "While an instance drains, its calls work, and none begins", budget: .seconds(60), body: callsWork),
    ConformanceTest(
      "life.drain-pending", .must, "Every kind of pending action is completed before a deactivation is", budget: .seconds(60), body: pending
    ),
  ]

  /// The drain that is neither at once nor for ever, in milliseconds: short on a real clock.
  private static func usual(_ stage: Stage) -> UInt32 { stage.loop.isRealTime ? 700 : 3000 }

  // MARK: one call

  private static func states(_ run: TestRun) throws {
    let stage = try run.stage()
    for drain in [0, usual(stage), .max] {
      let situations = stage.loop.isRealTime ? CallSituation.unanswered.suffix(1) + CallSituation.connected.prefix(1) : CallSituation.all
      try CallSituation.forEach(Array(situations), stage) { situation in
        let call = try situation.make(stage)
        try requireWord(stage, call, drain)
        try again(stage, "deactivate(\(words(drain)))")
      }
    }
    try stage.refuse(.endedTwice, .afterEnded, .phase, .openAtEnd)
    try stage.tearDown()
  }

  private static func words(_ drain: UInt32) -> String { drain == .max ? "~0" : "\(drain)" }

  /// Requires that the call lasts through the drain, and no longer, at both ends.
  private static func requireWord(_ stage: Stage, _ call: CallRef, _ drain: UInt32) throws {
    let name = "deactivate(\(words(drain)))"
    let before = try stage.steadySight(call)
    let began = stage.loop.now
    let deactivations = stage.near.ledger.deactivations
    let status = try stage.near.deactivate(drain: drain)
    guard status >= 0 else { throw TestFailure("\(name) answered \(StatusName.of(status)) with a call up") }
    if drain > 0 {
      guard status == HSW_PENDING else { throw TestFailure("\(name) answered HSW_OK with a call up, should be HSW_PENDING") }
      try stage.settle(drain == .max ? .seconds(30) : .milliseconds(Int(drain) * 9 / 10))
      guard try stage.record(call).isUp, stage.near.ledger.phase == .draining else {
        throw TestFailure("\(name) had ended the call \((stage.loop.now - began) / 1_000_000) ms later")
      }
      try stage.expectSight(call, before, "before the end of \(name)", within: .zero)
    }
    if drain == .max { stage.attempt { try stage.peer.end(call) } }
    try requireGone(stage, [call], name, since: deactivations, status, within: .milliseconds(2000))
    guard drain > 0, drain != .max else { return }
    let lasted = try stage.record(call).lastTime &- began
    guard lasted >= UInt64(drain) * 1_000_000 else { throw TestFailure("\(name) ended the call after \(lasted / 1_000_000) ms") }
  }

  /// Requires that the calls are over at both ends within that time, and that the deactivation is completed once.
  private static func requireGone(
    _ stage: Stage, _ calls: [CallRef], _ name: String, since deactivations: Int, _ status: hsw_status, within time: Duration
  ) throws {
    let isQuiet = stage.wait(time + .milliseconds(Int(usual(stage)) / 10)) {
      let ledger = stage.near.ledger
      return ledger.phase != .draining && calls.allSatisfy { ledger.calls[$0.id]?.isUp == false }
    }
    for call in calls {
      guard try !stage.record(call).isUp else { throw TestFailure("\(name) left \(call) up, 2 s after its drain time") }
    }
    guard isQuiet else { throw TestFailure("\(name): `deactivated` did not come within 2 s of the end of its last call") }
    for call in calls { try stage.expectPeer(call, "the call ended, since \(name) is over", within: .seconds(1)) { $0.state == "ended" } }
    try stage.settle(.seconds(2))
    let count = stage.near.ledger.deactivations - deactivations
    guard count == (status == HSW_PENDING ? 1 : 0) else {
      throw TestFailure("\(name) answered \(StatusName.of(status)), and `deactivated` came \(count) times")
    }
  }

  private static func again(_ stage: Stage, _ after: String) throws {
    let outcome = try stage.near.activate()
    guard outcome.status == HSW_OK else { throw TestFailure("instance.activate answered \(outcome.text) after \(after)") }
  }

  // MARK: several calls

  private static func together(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needRoom(for: 4)
    let drain = usual(stage)
    for order in 0..<3 {
      var calls = try [stage.connect(), stage.answered(), stage.connect(), stage.ringing()]
      let deactivations = stage.near.ledger.deactivations
      let status = try stage.near.deactivate(drain: drain)
      guard status == HSW_PENDING else { throw TestFailure("deactivate(\(drain)) answered \(StatusName.of(status)) with four calls up") }
      try stage.settle(.milliseconds(Int(drain) / 4))
      // The oldest, the middle one or the newest ends by itself, or by us.
      let gone = calls.remove(at: [0, 1, 3][order])
      try order == 1 ? stage.complete(stage.near.end(gone)) : stage.peer.end(gone)
      try stage.expect(gone, is: .ended)
      try stage.settle(.milliseconds(Int(drain) / 4))
      try stage.expectUp(calls, after: "one of four calls ended while deactivate(\(drain)) drains")
      guard stage.near.ledger.phase == .draining else { throw TestFailure("`deactivated` came while three calls were up") }
      try requireGone(
        stage, calls, "deactivate(\(drain))", since: deactivations, status, within: .milliseconds(Int(drain) / 2 + 2000))
      try again(stage, "deactivate(\(drain)) with four calls")
    }
    try endsEarly(stage)
    try stage.refuse(.endedTwice, .afterEnded, .phase, .openAtEnd)
    try stage.tearDown()
  }

  /// Requires that a drain is over as soon as the last call is.
  private static func endsEarly(_ stage: Stage) throws {
    for isReset in [false, true] {
      let calls = try [stage.connect(), stage.answered()]
      let status = try stage.near.deactivate(drain: 60_000)
      guard status == HSW_PENDING else { throw TestFailure("deactivate(60000) answered \(StatusName.of(status)) with two calls up") }
      try stage.settle(.milliseconds(200))
      if isReset {
        try stage.near.reset()
        stage.dismissPeer()
      } else {
        for call in calls { try stage.peer.end(call) }
      }
      guard stage.wait(.seconds(2), until: { stage.near.ledger.phase != .draining }) else {
        throw TestFailure("deactivate(60000) goes on 2 s after its last call \(isReset ? "was reset" : "ended")")
      }
      try again(stage, "deactivate(60000)")
    }
  }

  private static func callsWork(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needRoom(for: 2)
    let target = try stage.peer.target()
    let call = try stage.connect()
    let ringing = try stage.ringing()
    let lines = stage.near.ledger.incomingOrder.count
    guard try stage.near.deactivate(drain: .max) == HSW_PENDING else {
      throw TestFailure("deactivate(~0) answered HSW_OK with two calls up")
    }
    try stage.expect(stage.near.start(stage.near.mintCall(), target), refused: HSW_E_STATE)
    stage.attempt { try stage.peer.callUs(from: CallTarget(target.kindText, "5550143")) }
    try stage.settle(.seconds(5))
    guard stage.near.ledger.incomingOrder.count == lines else { throw TestFailure("report_incoming came while the instance drains") }
    let situation = CallSituation("active while the instance drains", .connected) { _ in call }
    for act in CallAct.changes { try stage.ifOffered { try act.play(stage, call, in: situation, stays: .seconds(2)) } }
    try stage.ifOffered {
      try stage.holdThere(call, true)
      try stage.holdThere(call, false)
    }
    try stage.ifOffered {
      let heard = try stage.record(call).digits
      try stage.peer.send("17", call)
      guard stage.wait(.seconds(5), until: { stage.near.ledger.calls[call.id]?.digits == heard + "17" }) else {
        throw TestFailure("the far end's digits were not reported while the instance drains")
      }
    }
    let second = try stage.near.deactivate(drain: 0)
    guard second == HSW_E_STATE || second >= 0 else {
      throw TestFailure("deactivate while the instance drains answered \(StatusName.of(second)), should be HSW_E_STATE")
    }
    if second == HSW_E_STATE {
      try stage.complete(stage.near.end(ringing, why: HSW_WHY_BUSY))
      try stage.hangUp(call)
    }
    guard stage.wait(.seconds(5), until: { stage.near.ledger.phase == .initialised }) else {
      throw TestFailure("`deactivated` did not come within 5 s of the end of the last call")
    }
    try stage.refuse(.endedTwice, .afterEnded, .openAtEnd)
    try stage.near.destroy()
  }

  // MARK: what is pending

  private static func pending(_ run: TestRun) throws {
    let stage = try run.stage()
    for drain in [0, usual(stage)] {
      let actions = try leavePending(stage)
      let status = try stage.near.deactivate(drain: drain)
      guard status >= 0 else { throw TestFailure("deactivate(\(drain)) answered \(StatusName.of(status)) with actions pending") }
      guard stage.wait(.milliseconds(Int(drain) + 2000), until: { stage.near.ledger.phase != .draining }) else {
        throw TestFailure("`deactivated` did not come within 2 s of the drain time of \(drain) ms")
      }
      try stage.settle(.milliseconds(1))
      for action in actions where stage.isOpen(action) {
        throw TestFailure("\(action.function) was still open when deactivate(\(drain)) was done")
      }
      try stage.refuse(.openAtEnd)
      let said = stage.near.ledger.breaches.count
      try stage.settle(.seconds(40))
      if let late = stage.near.ledger.breaches.dropFirst(said).first { throw TestFailure(late).told("after deactivate") }
      try again(stage, "a deactivate with actions pending")
    }
    try stage.tearDown()
  }

  /// Begins one action of each kind that the plugin offers, each on a call of its own where that ends the call.
  private static func leavePending(_ stage: Stage) throws -> [ActionRef] {
    let near = stage.near
    let target = try stage.peer.target()
    let limit = try stage.callLimit()
    var left = limit == 0 ? 8 : min(limit, 8)
    var actions: [ActionRef] = []
    func onCall(_ make: (Stage) throws -> CallRef, _ begin: (CallRef) throws -> ActionRef?) throws {
      guard left > 0 else { return }
      left -= 1
      let call = try make(stage)
      try stage.ifOffered { if let action = try begin(call) { actions.append(action) } }
    }
    let one = try stage.connect()
    left -= 1
    try onCall({ try $0.ringing() }, { try near.answer($0) })
    let isOwn = try stage.peer is TestPeer
    if isOwn { try onCall({ try $0.ringing() }, { try near.deflect($0, to: target) }) }
    try onCall({ try $0.connect() }, { try near.end($0) })
    if isOwn { try onCall({ try $0.connect() }, { try near.transfer($0, to: target) }) }
    try onCall({ try $0.connect() }, { try near.setGroup($0, with: one) })
    for on: UInt32 in [1, 0] { try stage.ifOffered { actions.append(try near.setHeld(one, on)) } }
    try stage.ifOffered { actions.append(try near.setMuted(one, 1)) }
    try stage.ifOffered { actions.append(try near.play(one, "123")) }
    try stage.ifOffered { actions.append(try near.setRegistered(1)) }
    try stage.ifOffered { actions.append(try near.ping()) }
    try stage.ifOffered { actions.append(try near.apply(stage.run.settings.near)) }
    if left > 0 { actions.append(try near.start(near.mintCall(), target)) }
    return actions
  }
}
