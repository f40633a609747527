internal import ConformanceHarness
internal import TransportABI

// Calls from the far end, and the host's answers to them.
extension ActionTests {
  static func incoming(_ run: TestRun) throws {
    let stage = try run.stage()
    try requireInfo(stage)
    try shown(stage)
    for (index, why) in refusals.enumerated() { try refuse(stage, why, isShown: index.isMultiple(of: 2)) }
    let answered = try stage.answered()
    try stage.hangUp(answered)
    let givenUp = try stage.ringing()
    try stage.peer.end(givenUp)
    try stage.expectEnd(givenUp, HSW_END_REMOTE, HSW_END_UNANSWERED)
    try notTaken(stage)
    try stage.refuse(.text, .size)
    try stage.tearDown()
  }

  private static func requireInfo(_ stage: Stage) throws {
    let kind = try stage.peer.target().kindText
    let call = try stage.incoming(from: CallTarget(kind, "5550142", name: "Conformance"))
    let record = try stage.record(call)
    let kinds = try stage.handleKinds()
    guard kinds.contains(record.handleKind) else {
      let known = kinds.joined(separator: ", ")
      throw TestFailure("report_incoming gave the kind \"\(record.handleKind)\", which the transport does not name: \(known)")
    }
    if try stage.peer is TestPeer, record.handle != "5550142" {
      throw TestFailure("report_incoming named the caller \"\(record.handle)\", should be 5550142")
    }
    try stage.peer.end(call)
    try stage.expect(call, is: .ended)
  }

  private static func shown(_ stage: Stage) throws {
    let call = try stage.ringing()
    try stage.expectPeer(call, "it ring, since calls.shown was called") { $0.state == "ringing" }
    try stage.peer.end(call)
    try stage.expect(call, is: .ended)
  }

  /// The reasons for refusing a call, with the cause that the caller's network may report; nil: any cause but a normal end.
  private static let refusals: [(name: String, why: UInt32, cause: UInt32?)] = [
    ("declined", HSW_WHY_DECLINED, HSW_CAUSE_REJECTED), ("busy", HSW_WHY_BUSY, HSW_CAUSE_BUSY), ("blocked", HSW_WHY_BLOCKED, nil),
    ("do not disturb", HSW_WHY_DO_NOT_DISTURB, nil), ("it rang for too long", HSW_WHY_RING_TIMEOUT, nil),
  ]

  private static func refuse(_ stage: Stage, _ refusal: (name: String, why: UInt32, cause: UInt32?), isShown: Bool) throws {
    let call = try isShown ? stage.ringing() : stage.incoming()
    try stage.complete(stage.near.end(call, why: refusal.why))
    try stage.expectEnd(call, HSW_END_LOCAL)
    try stage.expectPeer(call, "the call refused: \(refusal.name)") { view in
      guard view.state == "ended" else { return false }
      // Some far ends learn no cause.
      guard let cause = view.cause.map({ UInt32(clamping: $0) }), cause != HSW_CAUSE_UNKNOWN else { return true }
      return refusal.cause.map { $0 == cause } ?? (cause != HSW_CAUSE_NORMAL)
    }
  }

  /// Requires that a call that the host refuses is over for the plugin too, and that the host can take the next one.
  private static func notTaken(_ stage: Stage) throws {
    let known = stage.near.ledger.incomingOrder.count
    stage.near.host.book { $0.refusesIncoming = HSW_E_BUSY }
    // The test-peer may report that the host refused its call.
    stage.attempt { try stage.peer.callUs(from: CallTarget(stage.peer.target().kindText, "5550142")) }
    guard stage.wait(.seconds(10), until: { stage.near.ledger.incomingOrder.count > known }) else {
      throw TestFailure("no report_incoming within 10 s of the far end's call")
    }
    stage.near.host.book { $0.refusesIncoming = nil }
    try stage.settle(.seconds(5))
    let dead = CallRef(id: stage.near.ledger.incomingOrder[known])
    // A test-peer need not remember a call whose handle was never valid.
    if try !(stage.peer is TestPeer) {
      try stage.expectPeer(dead, "the call refused, since report_incoming was not taken") { $0.state == "ended" }
    }
    try stage.refuse(.unknownCall)
    try stage.expect(stage.near.end(dead), refused: HSW_E_NOCALL)
    let next = try stage.ringing()
    try stage.peer.end(next)
    try stage.expect(next, is: .ended)
  }
}
