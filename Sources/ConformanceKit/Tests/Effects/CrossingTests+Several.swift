internal import ConformanceHarness
internal import TransportABI

// Cancels among several actions, calls that begin at once, and the limit on calls.
extension CrossingTests {
  static func cancelOne(_ run: TestRun) throws {
    let stage = try run.stage()
    var proof = ActProof()
    let works = proof.kinds(of: CallAct.changes, in: Array(CallSituation.connected.prefix(2)), stage)
    // Digits wait for a call that is held, so they go with a mute.
    let groups = [[CallAct.hold(1), .mute(1)], [.mute(1), .play("42")]].map { acts in acts.filter { works.contains($0.kind) } }
    for situation in CallSituation.connected.prefix(stage.loop.isRealTime ? 1 : 2) {
      for acts in groups {
        // On a real clock a request may have reached the far end before its cancel.
        for place in acts.indices where !stage.loop.isRealTime { try cancel(stage, acts, place, situation) }
        for act in acts { try cancelDone(stage, act, situation) }
      }
    }
    try cancelStart(stage)
    try stage.refuse(.unknownCall, .endedTwice)
    try stage.tearDown()
  }

  /// Cancels one of several actions on one call, with the same actions pending on another call.
  private static func cancel(_ stage: Stage, _ acts: [CallAct], _ place: Int, _ situation: CallSituation) throws {
    let calls = try [situation.make(stage), situation.make(stage)]
    var wanted = try calls.map { try stage.sight($0) }
    var begun: [(call: Int, act: CallAct, action: ActionRef)] = []
    for call in calls.indices { for act in acts { begun.append((call, act, try act.begin(stage, calls[call]))) } }
    let chosen = begun[place]
    let isOpen = stage.isOpen(chosen.action)
    if isOpen { try stage.near.cancel(chosen.action.id) }
    for (call, act, action) in begun where !isOpen || action != chosen.action {
      switch try stage.outcome(action) {
      case .done: act.change(&wanted[call])
      case .failed(let fault) where fault.code == HSW_E_CANCELLED:
        throw TestFailure("\(action.function) was cancelled, and the host had cancelled \(chosen.act.name) alone")
      default: break
      }
    }
    try stage.settle(.seconds(5))
    for call in calls.indices {
      try stage.expectSightToStay(calls[call], wanted[call], "since \(chosen.act.name) of one call was cancelled alone", for: .seconds(5))
      try stage.hangUp(calls[call])
    }
  }

  /// Cancels an action that is done, which changes nothing any more.
  private static func cancelDone(_ stage: Stage, _ act: CallAct, _ situation: CallSituation) throws {
    let call = try situation.make(stage)
    var wanted = try stage.steadySight(call)
    let action = try act.begin(stage, call)
    guard try stage.outcome(action) == .done else { return try stage.clear(call) }
    act.change(&wanted)
    for _ in 0..<2 { try stage.near.cancel(action.id) }
    try stage.near.cancel(0x7FFF_FFFF)
    try stage.expectSightToStay(call, wanted, "since \(act.name) was done, and cancelled after that", for: .seconds(10))
    try stage.hangUp(call)
  }

  /// Cancels one of three starts.
  private static func cancelStart(_ stage: Stage) throws {
    try stage.needRoom(for: 3)
    let target = try stage.peer.target()
    for place in 0..<3 {
      let calls = (0..<3).map { _ in stage.near.mintCall() }
      let starts = try calls.map { try stage.near.start($0, target) }
      let isOpen = stage.isOpen(starts[place])
      if isOpen { try stage.near.cancel(starts[place].id) }
      for (index, start) in starts.enumerated() where !isOpen || index != place { try stage.complete(start) }
      try stage.settle(.seconds(5))
      for (index, call) in calls.enumerated() where !isOpen || index != place {
        guard try stage.record(call).isUp else { throw TestFailure("\(call) ended, and the start of another call was cancelled") }
      }
      try stage.clearAll()
    }
  }

  // MARK: calls that begin at once

  static func manyBegin(_ run: TestRun) throws {
    let stage = try run.stage()
    let count = try min(ManyTests.room(stage), 6)
    try stage.needRoom(for: 2)
    try dialed(stage, count)
    try incoming(stage, count)
    try stage.refuse(.endedTwice, .afterEnded, .stateOrder, .unknownCall)
    try stage.tearDown()
  }

  private static func dialed(_ stage: Stage, _ count: Int) throws {
    let calls = try (0..<count).map { _ in try stage.dial() }
    func require(_ call: CallRef, _ change: String, _ condition: (LedgerCall) -> Bool, before: [LedgerCall]) throws {
      guard stage.wait(.seconds(10), until: { stage.near.ledger.calls[call.id].map(condition) ?? false }) else {
        throw TestFailure("\(call) was not reported \(change), with \(count) calls being dialed")
      }
      for (other, record) in zip(calls, before) where other != call {
        let now = try stage.record(other)
        guard now.states == record.states, now.stage == record.stage else {
          throw TestFailure("\(other) was reported \(change), and the far end of \(call) did that")
        }
      }
    }
    // From the ends to the middle.
    let order = calls.indices.map { $0.isMultiple(of: 2) ? calls.count - 1 - $0 / 2 : $0 / 2 }
    for index in order {
      let before = try calls.map { try stage.record($0) }
      try stage.peer.ring(calls[index])
      try require(calls[index], "ringing", { $0.states.contains(HSW_CALL_RINGING) }, before: before)
    }
    for (turn, index) in order.reversed().enumerated() {
      let before = try calls.map { try stage.record($0) }
      let call = calls[index]
      try stage.peer.order(turn.isMultiple(of: 3) ? .busy : .answer, call)
      if turn.isMultiple(of: 3) {
        try require(call, "ended", { $0.stage == .ended }, before: before)
      } else {
        try require(call, "active", { $0.stage == .active }, before: before)
        try stage.expectPeer(call, "itself in the call") { $0.state == "active" }
      }
    }
    try stage.clearAll()
  }

  private static func incoming(_ stage: Stage, _ count: Int) throws {
    let kind = try stage.peer.target().kindText
    let isOwn = try stage.peer is TestPeer
    var calls: [CallRef] = []
    for place in 0..<count {
      let call = try stage.incoming(from: CallTarget(kind, "555014\(place)"))
      let handle = try stage.record(call).handle
      if isOwn, handle != "555014\(place)" { throw TestFailure("report_incoming named the caller \(handle), should be 555014\(place)") }
      calls.append(call)
    }
    let order = calls.indices.map { $0.isMultiple(of: 2) ? calls.count - 1 - $0 / 2 : $0 / 2 }
    var wanted = [String](repeating: "calling", count: count)
    for index in order {
      try stage.near.shown(calls[index])
      wanted[index] = "ringing"
      try require(stage, calls, wanted, "calls.shown of \(calls[index])")
    }
    for (turn, index) in order.enumerated() {
      switch turn % 3 {
      case 0:
        try stage.complete(stage.near.answer(calls[index]))
        wanted[index] = "active"
      case 1:
        try stage.complete(stage.near.end(calls[index], why: HSW_WHY_DECLINED))
        wanted[index] = "ended"
      default:
        try stage.peer.end(calls[index])
        wanted[index] = "ended"
      }
      try stage.settle(.milliseconds(200))
      try require(stage, calls, wanted, "\(calls[index]) was \(wanted[index] == "active" ? "answered" : "ended")")
    }
    try stage.clearAll()
  }

  private static func require(_ stage: Stage, _ calls: [CallRef], _ wanted: [String], _ after: String) throws {
    for (call, state) in zip(calls, wanted) {
      // Some far ends cannot tell whether they hear it ring.
      let known = state == "calling" ? ["calling", "ringing"] : [state]
      let isExact = try stage.peer is TestPeer
      try stage.expectPeer(call, "the call \(state), after \(after)") { (isExact ? [state] : known).contains($0.state) }
      let isUp = try stage.record(call).isUp
      guard isUp == (state != "ended") else {
        throw TestFailure("\(call) is \(isUp ? "up" : "ended") here, and \(state) at the far end, after \(after)")
      }
    }
  }

  // MARK: the limit

  static func limit(_ run: TestRun) throws {
    let stage = try run.stage()
    let limit = try stage.callLimit()
    guard limit > 0 else { throw TestSkip("max_calls is 0: any number") }
    guard limit <= 64 else { throw TestSkip("max_calls is \(limit), which is more than the kit tries") }
    var crowd = try ManyTests.Crowd(stage, limit)
    while crowd.calls.count < limit {
      crowd.calls.append(try crowd.calls.count.isMultiple(of: 2) ? stage.connect() : stage.ringing())
      crowd.situations.append(CallSituation.connected[0])
    }
    try crowd.look(stage)
    func requireFull(_ when: String) throws {
      for _ in 0..<3 {
        try stage.expect(stage.near.start(stage.near.mintCall(), stage.peer.target()), refused: HSW_E_BUSY)
        try stage.settle(.milliseconds(500))
        try crowd.requireOthers(stage, -1, "a start \(when) was refused")
      }
    }
    try requireFull("with \(limit) calls up")
    // Each call makes room for one, whichever end ends it.
    for index in crowd.calls.indices {
      let call = crowd.calls[index]
      if index.isMultiple(of: 2) { try stage.complete(stage.near.end(call)) } else { try stage.peer.end(call) }
      try stage.expect(call, is: .ended)
      crowd.calls[index] = try stage.dial()
      try crowd.look(stage)
      if index < 3 || index == limit - 1 { try requireFull("after one of \(limit) calls had ended and another had begun") }
    }
    try stage.clearAll()
    try stage.refuse(.endedTwice, .unknownCall)
    try stage.tearDown()
  }
}
