internal import ConformanceHarness
internal import TransportABI

/// The group `deflect`: ringing calls that are sent on to another handle.
enum DeflectTests {
  private static let owed = Requirement.offered(HSW_EXT_DEFLECT)

  static let all: [ConformanceTest] = [
    ConformanceTest(
      "deflect.moved", owed, "A deflect is done when the caller has been sent on, and then the call ends once", body: moved),
    ConformanceTest("deflect.state", owed, "A call that is active or outgoing is not deflected, and is as before", body: state),
    ConformanceTest(
      "deflect.refused", owed, "A deflect to an invalid handle is refused, and the call rings on and can be answered", body: refused),
    ConformanceTest(
      "deflect.cancel", owed, "A deflect that is cancelled sends nobody on; one whose call ends is completed first", body: cancel),
  ]

  private static func moved(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_DEFLECT)
    let target = try stage.peer.target()
    let handle = String(decoding: target.handle, as: UTF8.self)
    let call = try stage.ringing()
    try stage.complete(stage.near.deflect(call, to: target))
    // Some far ends cannot tell.
    try stage.expectPeerNow(call, "itself sent on to \(handle), since the deflect is done") { $0.transferred.map { $0 == handle } ?? true }
    try stage.expectEnd(call, HSW_END_LOCAL)
    try stage.settle(.seconds(5))
    try stage.refuse(.secondWord, .openAtEnd, .endedTwice)
    try stage.tearDown()
  }

  private static func state(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_DEFLECT)
    let answered = try stage.answered()
    try requireWrongState(stage, answered)
    try stage.hangUp(answered)
    let dialed = try stage.dial()
    try requireWrongState(stage, dialed)
    stage.attempt { try stage.peer.answer(dialed) }
    try stage.expect(dialed, is: .active)
    try requireWrongState(stage, dialed)
    try stage.hangUp(dialed)
    try stage.tearDown()
  }

  /// Requires that a deflect of the call gets HSW_E_STATE and changes nothing.
  private static func requireWrongState(_ stage: Stage, _ call: CallRef) throws {
    let before = try stage.record(call).stage
    try stage.expect(stage.near.deflect(call, to: stage.peer.target()), refused: HSW_E_STATE)
    try requireUnmoved(stage, call, before)
  }

  private static func refused(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_DEFLECT)
    let kind = try stage.peer.target().kindText
    for target in [CallTarget(kind, ""), CallTarget("x-conformance", "5550142")] {
      let call = try stage.ringing()
      try stage.expect(stage.near.deflect(call, to: target), refused: HSW_E_INVAL)
      try requireRingingOn(stage, call)
    }
    // A number that is out of service in test networks, which some accept all the same.
    let call = try stage.ringing()
    if try stage.outcome(stage.near.deflect(call, to: CallTarget(kind, "5550105"))) == .done {
      try stage.expectEnd(call, HSW_END_LOCAL)
    } else {
      try requireRingingOn(stage, call)
    }
    try stage.tearDown()
  }

  private static func cancel(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_DEFLECT)
    try callerGone(stage)
    let call = try stage.ringing()
    let deflect = try stage.near.deflect(call, to: stage.peer.target())
    let wasOpen = stage.near.ledger.actions[deflect.id]?.state == .open
    try stage.near.cancel(deflect.id)
    if wasOpen {
      try requireRingingOn(stage, call)
      let late = stage.near.ledger.breaches.filter { $0.kind == .staleWord }
      guard late.count <= 1 else { throw TestFailure("action_done came \(late.count) times for \(deflect.function) after its cancel") }
    } else {
      // A deflect that was done by then cannot be cancelled.
      try stage.complete(deflect)
      try stage.expectEnd(call, HSW_END_LOCAL)
    }
    try stage.tearDown()
  }

  /// Requires that a deflect whose caller hangs up is completed before the end, with HSW_E_CANCELLED unless it was faster.
  private static func callerGone(_ stage: Stage) throws {
    let call = try stage.ringing()
    let deflect = try stage.near.deflect(call, to: stage.peer.target())
    guard stage.near.ledger.actions[deflect.id]?.state == .open else { return try stage.complete(deflect) }
    try stage.peer.end(call)
    try stage.expect(call, is: .ended)
    try stage.refuse(.openAtEnd)
    if try stage.record(call).endReason == HSW_END_LOCAL {
      try stage.complete(deflect)
    } else {
      try stage.expect(deflect, refused: HSW_E_CANCELLED)
    }
    try stage.settle()
    try stage.refuse(.secondWord, .endedTwice)
  }

  /// Requires that the call still rings, and that it can be answered and ended.
  private static func requireRingingOn(_ stage: Stage, _ call: CallRef) throws {
    try requireUnmoved(stage, call, .incoming)
    try stage.complete(stage.near.answer(call))
    try stage.expectPeer(call, "itself in the call, since it was answered") { $0.state == "active" }
    try stage.hangUp(call)
  }

  /// Requires that a call whose deflect came to nothing is as before, also a moment later.
  private static func requireUnmoved(_ stage: Stage, _ call: CallRef, _ before: LedgerCall.Stage) throws {
    try stage.settle(.seconds(2))
    let now = try stage.record(call).stage
    guard now == before else {
      throw TestFailure("after a deflect that was refused or cancelled \(call) is \(now.rawValue), should be \(before.rawValue) as before")
    }
    try stage.expectPeer(call, "itself in the call as before, since its deflect was refused or cancelled") {
      $0.state != "ended" && ($0.transferred ?? "").isEmpty
    }
  }
}
