internal import ConformanceHarness
internal import TransportABI
internal import TransportLoader

// The room for calls, which each end gives back, and handles of calls that are over.
extension AgainTests {
  /// A way in which a call ends or never begins, after which its room is free and its handle dead.
  private struct Departure: Sendable {
    let name: String
    /// Returns the handle of the call; nil if it never had one, or the way is not possible.
    let play: @Sendable (Stage) throws -> CallRef?

    init(_ name: String, play: @escaping @Sendable (Stage) throws -> CallRef?) { (self.name, self.play) = (name, play) }

    /// The departures of one call.
    static let ofOneCall: [Departure] = [
      Departure("its start failed") { stage in
        let call = stage.near.mintCall()
        _ = try stage.outcome(stage.near.start(call, CallTarget(kind: stage.peer.target().kind, handle: [])))
        return call
      },
      Departure("its start had a kind of handle that does not exist") { stage in
        let call = stage.near.mintCall()
        _ = try stage.outcome(stage.near.start(call, CallTarget("x-conformance", "5550142")))
        return call
      },
      Departure("its start was cancelled") { stage in
        let call = stage.near.mintCall()
        let start = try stage.near.start(call, stage.peer.target())
        guard stage.isOpen(start) else {
          try stage.hangUp(call)
          return call
        }
        try stage.near.cancel(start.id)
        try stage.settle(.milliseconds(200))
        return call
      },
      Departure("we ended it before an answer") { stage in try ended(stage, stage.dial()) { try stage.complete(stage.near.end($0)) } },
      Departure("the far end was busy") { stage in try ended(stage, stage.dial()) { try stage.peer.order(.busy, $0) } },
      Departure("the far end declined it") { stage in try ended(stage, stage.dial()) { try stage.peer.order(.decline, $0) } },
      Departure("we ended it") { stage in try ended(stage, stage.connect()) { try stage.complete(stage.near.end($0)) } },
      Departure("the far end ended it") { stage in try ended(stage, stage.connect()) { try stage.peer.end($0) } },
      Departure("we declined it") { stage in
        try ended(stage, stage.ringing()) { try stage.complete(stage.near.end($0, why: HSW_WHY_DECLINED)) }
      },
      Departure("its caller gave up") { stage in try ended(stage, stage.incoming()) { try stage.peer.end($0) } },
      Departure("we ended it while it was being answered") { stage in
        try ended(stage, stage.ringing()) { call in
          _ = try stage.near.answer(call)
          _ = try stage.outcome(stage.near.end(call))
        }
      },
      Departure("the host refused it") { stage in
        let known = stage.near.ledger.incomingOrder.count
        stage.near.host.book { $0.refusesIncoming = HSW_E_BUSY }
        defer { stage.near.host.book { $0.refusesIncoming = nil } }
        // The test-peer may report that the host refused its call.
        stage.attempt { try stage.peer.callUs(from: CallTarget(stage.peer.target().kindText, "5550142")) }
        _ = stage.wait(.seconds(5)) { stage.near.ledger.incomingOrder.count > known }
        try stage.settle(.milliseconds(200))
        return stage.near.ledger.incomingOrder.dropFirst(known).first.map { CallRef(id: $0) }
      },
      Departure("it was deflected") { stage in
        guard try stage.peer is TestPeer else { return nil }
        try stage.needExtension(HSW_EXT_DEFLECT)
        return try ended(stage, stage.ringing()) { try stage.complete(stage.near.deflect($0, to: stage.peer.target())) }
      },
      Departure("it was transferred") { stage in
        guard try stage.peer is TestPeer else { return nil }
        try stage.needExtension(HSW_EXT_TRANSFER)
        return try ended(stage, stage.connect()) { try stage.complete(stage.near.transfer($0, to: stage.peer.target())) }
      },
      Departure("its far end vanished") { stage in
        guard stage.run.manifest?.clock != .own else { return nil }
        let patience = Int(stage.run.manifest?.deadPeerSeconds ?? 120)
        let call = try stage.connect()
        try EffectTests.vanish(stage, call)
        _ = stage.wait(.seconds(patience)) { stage.near.ledger.calls[call.id]?.isUp != true }
        return call
      },
    ]

    /// The departures that take all calls with them.
    static let ofAllCalls: [Departure] = [
      Departure("the instance was reset") { stage in
        let call = try stage.connect()
        try stage.near.reset()
        stage.dismissPeer()
        return call
      },
      Departure("the instance was deactivated") { stage in
        let call = try stage.answered()
        try stage.near.deactivateAndWait(stage)
        guard try stage.near.activate().status == HSW_OK else { throw TestFailure("activate failed after deactivate") }
        return call
      },
    ]

    private static func ended(_ stage: Stage, _ call: CallRef, _ body: (CallRef) throws -> Void) throws -> CallRef {
      try body(call)
      _ = stage.wait(.seconds(10)) { stage.near.ledger.calls[call.id]?.isUp != true }
      return call
    }
  }

  static func room(_ run: TestRun) throws {
    let stage = try run.stage()
    let limit = try stage.callLimit()
    guard limit > 0 else { throw TestSkip("max_calls is 0: any number") }
    guard limit <= 64 else { throw TestSkip("max_calls is \(limit), which is more than the kit tries") }
    for departure in Departure.ofOneCall + Departure.ofAllCalls {
      try stage.ifOffered {
        // As often as there is room: each time that takes some is one too many then.
        for _ in 0..<(stage.loop.isRealTime ? 1 : limit) { _ = try departure.play(stage) }
        try requireRoom(stage, limit, departure.name)
      }
    }
    try stage.tearDown()
  }

  /// Requires that just so many calls fit, and that all work.
  private static func requireRoom(_ stage: Stage, _ limit: Int, _ after: String) throws {
    var calls: [CallRef] = []
    for number in 1...limit {
      let call = stage.near.mintCall()
      let state = try stage.outcome(stage.near.start(call, stage.peer.target()))
      guard state == .done else {
        throw TestFailure(
          "after \(limit) calls of which each left because \(after), calls.start of call \(number) of \(limit) \(Stage.describe(state))")
      }
      calls.append(call)
    }
    try stage.expect(stage.near.start(stage.near.mintCall(), stage.peer.target()), refused: HSW_E_BUSY)
    try stage.expectUp(calls, after: "max_calls is \(limit), and one more was begun")
    try stage.clearAll()
  }

  static func deadHandles(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needRoom(for: 2)
    for departure in Departure.ofOneCall {
      try stage.ifOffered {
        let live = try stage.connect()
        guard let dead = try departure.play(stage) else { return try stage.hangUp(live) }
        try requireDead(stage, dead, live, departure.name)
        try stage.hangUp(live)
      }
    }
    for departure in Departure.ofAllCalls {
      let dead = try departure.play(stage)
      let live = try stage.connect()
      if let dead { try requireDead(stage, dead, live, departure.name) }
      try stage.hangUp(live)
    }
    try stage.refuse(.endedTwice, .unknownCall)
    try stage.tearDown()
  }

  private static func requireDead(_ stage: Stage, _ dead: CallRef, _ live: CallRef, _ why: String) throws {
    guard stage.near.ledger.calls[dead.id]?.isUp != true else { return }
    // Not each far end remembers a call that never was, and some callers are elsewhere by now.
    if try stage.peer is TestPeer, let view = try? stage.sight(dead), view.state != "ended", view.transferred?.isEmpty ?? true {
      throw TestFailure("the far end of \(dead) sees it \(view.state ?? ""), should be ended; \(why)")
    }
    let before = try stage.steadySight(live)
    let record = try stage.record(live)
    do {
      for question in CallQuestion.all where !question.knowsEnded { try stage.ifOffered { try question.ask(stage.near, dead, live) } }
    } catch let failure as TestFailure {
      throw failure.adding(why)
    }
    try stage.settle(.seconds(2))
    let now = try stage.record(live)
    guard now.stage == record.stage, now.states == record.states, now.digits == record.digits else {
      throw TestFailure("\(live) is \(now.stage.rawValue) after requests for a call that is over (\(why))")
    }
    try stage.expectSight(live, before, "after requests for a call that is over (\(why))")
  }
}
