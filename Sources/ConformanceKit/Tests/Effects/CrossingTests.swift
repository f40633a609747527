internal import ConformanceHarness
internal import TransportABI

/// The rows about actions and events that cross: on one call, on several, and at both ends.
enum CrossingTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "action.each-once", .must, "Actions of every kind get one completion, however they end", budget: .seconds(90), body: eachOnce),
    ConformanceTest(
      "action.repeated", .must, "Of actions that follow each other at once, the last that is done decides, and none is lost",
      budget: .seconds(60), body: repeated),
    ConformanceTest(
      "action.glare-states", .must, "Whatever the far end does while we end or answer a call, it ends once, with nothing after its end",
      budget: .seconds(60), body: glare),
    ConformanceTest(
      "action.shown-effect", .must, "A caller hears it ring when its own call is shown, not before, and never after the answer",
      budget: .seconds(30), body: shown),
    ConformanceTest(
      "time.cancel-one", .must,
      "A cancel stops its own action: neither others of the same call, nor those of other calls, nor what is done",
      budget: .seconds(60), body: cancelOne),
    ConformanceTest(
      "action.many-begin", .must, "Several calls that begin at once, in both directions, ring and are answered in any order",
      budget: .seconds(60),
      body: manyBegin),
    ConformanceTest(
      "action.limit-states", .must, "With max_calls calls in different states one more gets HSW_E_BUSY, and any that ends makes room",
      budget: .seconds(60), body: limit),
    ConformanceTest(
      "error.causes", .should, "The cause of an end is the far end's: busy, or declined, and of a failure a code and nothing else",
      budget: .seconds(30), body: causes),
  ]

  // MARK: one completion each

  private static func eachOnce(_ run: TestRun) throws {
    let stage = try run.stage()
    let near = stage.near
    let target = try stage.peer.target()
    let nobody = CallTarget(target.kindText, "")
    let room = try stage.callLimit()
    let connected: [@Sendable (PluginInstance, CallRef) throws -> ActionRef] = [
      { try $0.setHeld($1, 1) }, { try $0.setHeld($1, 0) }, { try $0.setHeld($1, 7) }, { try $0.setMuted($1, 1) },
      { try $0.setMuted($1, 0) },
      { try $0.play($1, "12") }, { try $0.play($1, "x") }, { try $0.setGroup($1, with: nil) }, { try $0.transfer($1, to: nobody) },
      { try $0.answer($1) }, { try $0.deflect($1, to: target) }, { try $0.transfer($1, with: $1) }, { try $0.transfer($1, to: target) },
      { try $0.end($1) },
    ]
    for ask in connected {
      try stage.ifOffered {
        let call = try stage.connect()
        _ = try stage.outcome(ask(near, call))
        try stage.settle(.seconds(2))
        try stage.clear(call)
      }
    }
    if room == 0 || room > 2 {
      try stage.ifOffered {
        let calls = try (stage.connect(), stage.answered())
        _ = try stage.outcome(near.setGroup(calls.0, with: calls.1))
        _ = try stage.outcome(near.transfer(calls.0, with: calls.1))
        try stage.settle(.seconds(2))
      }
      try stage.clearAll()
    }
    let isOwn = try stage.peer is TestPeer
    for act in [CallAct.answer, .deflect(to: target), .deflect(to: nobody), .mute(1), .hold(1)] {
      if !isOwn, act.kind == "deflect.deflect" { continue }
      try stage.ifOffered {
        let call = try stage.ringing()
        _ = try stage.outcome(act.begin(stage, call))
        try stage.settle(.seconds(2))
        try stage.clear(call)
      }
    }
    try stage.ifOffered { for on: UInt32 in [0, 1, 1, 9] { _ = try stage.outcome(near.setRegistered(on)) } }
    try stage.ifOffered { for text in [run.settings.near, "{"] { _ = try stage.outcome(near.apply(text)) } }
    try stage.ifOffered { _ = try stage.outcome(near.ping()) }
    _ = try stage.outcome(stage.startToNobody())
    try stage.settle(.seconds(40))
    let ledger = near.ledger
    if let open = ledger.openActions.first.flatMap({ ledger.actions[$0] }) {
      throw TestFailure("\(open.function) answered HSW_PENDING, and no action_done came within 40 s")
    }
    try stage.refuse(.secondWord, .unknownAction)
    try stage.tearDown()
  }

  // MARK: one after the other, at once

  private static func repeated(_ run: TestRun) throws {
    let stage = try run.stage()
    var proof = ActProof()
    let works = proof.kinds(of: CallAct.changes, in: Array(CallSituation.connected.prefix(2)), stage)
    let series: [[CallAct]] = [
      [.hold(1), .hold(0)], [.hold(1), .hold(1)], [.hold(1), .hold(0), .hold(1)], [.mute(1), .mute(0)], [.mute(1), .mute(0), .mute(1)],
      [.play("1"), .play("2"), .play("3")], [.play("4"), .play("4")], [.hold(1), .mute(1), .hold(0)], [.play("5"), .mute(1), .play("6")],
      [.mute(1), .hold(1), .mute(0), .hold(0)],
    ]
    for acts in series where acts.allSatisfy({ works.contains($0.kind) }) {
      for situation in CallSituation.connected.prefix(2) {
        let call = try situation.make(stage)
        var wanted = try stage.steadySight(call)
        let begun = try acts.map { try $0.begin(stage, call) }
        // A plugin may refuse one while another is under way.
        for (act, action) in zip(acts, begun) where try stage.outcome(action) == .done { act.change(&wanted) }
        let names = acts.map(\.name).joined(separator: ", ")
        try stage.expectSightToStay(call, wanted, "since \(names), requested at once, are over", for: .seconds(5))
        try stage.hangUp(call)
      }
    }
    for begin in [{ @Sendable (near: PluginInstance, call: CallRef) in try near.answer(call) }, { try $0.end($1) }] {
      let call = try stage.ringing()
      let begun = try (begin(stage.near, call), begin(stage.near, call))
      guard try stage.outcome(begun.0) == .done else {
        throw TestFailure("\(begun.0.function) was not done, because it was requested twice")
      }
      _ = try stage.outcome(begun.1)
      try stage.settle(.seconds(5))
      try stage.clear(call)
    }
    try stage.refuse(.endedTwice, .afterEnded, .stateOrder)
    try stage.tearDown()
  }

  // MARK: both ends at once

  private static func glare(_ run: TestRun) throws {
    let stage = try run.stage()
    let orders: [PeerOrder] = [.ring, .answer, .busy, .decline, .end, .hold, .resume, .dtmf("5")]
    for order in stage.loop.isRealTime ? [.end] : orders {
      try CallSituation.forEach(CallSituation.all, stage) { situation in
        let call = try situation.make(stage)
        let end = try stage.near.end(call)
        // The call may be over by now; then there is nothing left to do.
        stage.attempt { try stage.peer.order(order, call) }
        try requireEnded(stage, call, [end], "while the far end does: \(order)")
      }
    }
    for first in stage.loop.isRealTime ? [0] : [0, 1, 2, 3] {
      let call = try stage.ringing()
      var begun: [ActionRef] = []
      try stage.ifOffered {
        switch first {
        case 0: begun.append(try stage.near.answer(call))
        case 1: if try stage.peer is TestPeer { begun.append(try stage.near.deflect(call, to: stage.peer.target())) }
        case 2: begun.append(try stage.near.setMuted(call, 1))
        default:
          begun.append(try stage.near.answer(call))
          begun.append(try stage.near.end(call))
        }
      }
      stage.attempt { try stage.peer.end(call) }
      try requireEnded(stage, call, begun, "while its caller gives up")
    }
    try stage.settle(.seconds(40))
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  private static func requireEnded(_ stage: Stage, _ call: CallRef, _ begun: [ActionRef], _ when: String) throws {
    guard stage.wait(.seconds(10), until: { stage.near.ledger.calls[call.id]?.isUp == false }) else {
      throw TestFailure("\(call) is up 10 s after it was ended \(when)")
    }
    for action in begun where stage.isOpen(action) { throw TestFailure("\(action.function) is open after the end of its call, \(when)") }
    try stage.settle(.seconds(2))
    if let view = try? stage.sight(call), view.state == "active" {
      throw TestFailure("the far end of \(call) sees it active after its end, \(when)")
    }
  }

  // MARK: ringing

  private static func shown(_ run: TestRun) throws {
    let stage = try run.stage()
    let first = try stage.incoming()
    let second = try stage.incoming()
    try stage.settle(.seconds(2))
    let isTelling = try stage.peer is TestPeer
    func require(_ call: CallRef, _ ringing: Bool, _ when: String) throws {
      let state = try stage.peer.see(call).state
      guard isTelling || ringing, (state == "ringing") != ringing else { return }
      throw TestFailure("the far end of \(call) \(ringing ? "does not hear" : "hears") it ring \(when)")
    }
    for call in [first, second] { try require(call, false, "before calls.shown") }
    try stage.near.shown(second)
    try stage.expectPeer(second, "it ring, since calls.shown was called") { $0.state == "ringing" }
    try require(first, false, "since calls.shown was called for another call")
    try stage.near.shown(second)
    try stage.near.shown(first)
    try stage.expectPeer(first, "it ring, since calls.shown was called") { $0.state == "ringing" }
    for call in [second, first] {
      try stage.complete(stage.near.answer(call))
      let words = try stage.record(call).states
      try stage.near.shown(call)
      try stage.settle(.seconds(2))
      try stage.expectPeer(call, "itself in the call, though calls.shown came after the answer") { $0.state == "active" }
      guard try stage.record(call).states == words else { throw TestFailure("report_state came after calls.shown of an answered call") }
    }
    for call in [first, second] {
      try stage.hangUp(call)
      try stage.near.shown(call)
    }
    try stage.settle(.seconds(2))
    try stage.refuse(.afterEnded, .endedTwice)
    try stage.tearDown()
  }

  // MARK: the far end's causes

  private static func causes(_ run: TestRun) throws {
    let stage = try run.stage()
    for (order, cause) in [(PeerOrder.busy, HSW_CAUSE_BUSY), (.decline, HSW_CAUSE_REJECTED)] {
      let call = try stage.dial()
      try stage.peer.order(order, call)
      try stage.expect(call, is: .ended)
      let fault = try stage.record(call).endFault
      guard let found = fault?.cause, found != HSW_CAUSE_UNKNOWN, found != cause else { continue }
      throw TestFailure("report_ended gave the cause \(found) after the order \(order) to the far end, should be \(cause)")
    }
    _ = try stage.outcome(stage.startToNobody())
    try stage.ifOffered { _ = try stage.outcome(stage.near.apply("{")) }
    for action in stage.near.ledger.actions.values {
      guard case .failed(let fault) = action.state, !(HSW_E_NET...HSW_E_FAIL).contains(fault.code) else { continue }
      throw TestFailure("action_done of \(action.function) failed with the code \(fault.code), which is not an error")
    }
    try stage.tearDown()
  }
}
