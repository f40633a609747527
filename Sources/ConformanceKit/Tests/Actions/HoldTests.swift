internal import ConformanceHarness
internal import TransportABI

/// The group `hold`: holds by us and by the far end.
enum HoldTests {
  private static let owed = Requirement.offered(HSW_EXT_HOLD)

  static let all: [ConformanceTest] = [
    ConformanceTest("hold.roundtrip", owed, "Once a hold or a resume is done, the far end knows", body: roundtrip),
    ConformanceTest("hold.idempotent", owed, "A repeated hold or resume is done, and changes nothing", body: idempotent),
    ConformanceTest("hold.remote", owed, "A hold by the far end is reported as such, and leaves ours as it is", body: remote),
  ]

  private static func roundtrip(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.dial()
    try stage.expect(stage.near.setHeld(call, 1), refused: HSW_E_STATE)
    try stage.peer.answer(call)
    try stage.expect(call, is: .active)
    for _ in 0..<2 {
      try set(stage, call, held: true)
      try set(stage, call, held: false)
    }
    try stage.hangUp(call)
    try stage.tearDown()
  }

  private static func idempotent(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.connect()
    for held in [false, true, true, true, false, false] { try set(stage, call, held: held) }
    try stage.hangUp(call)
    try stage.tearDown()
  }

  /// Holds or resumes the call, and checks both ends.
  private static func set(_ stage: Stage, _ call: CallRef, held: Bool) throws {
    try stage.complete(stage.near.setHeld(call, held ? 1 : 0))
    try stage.expectPeerNow(call, held ? "itself held, since hold.set_held(1) is done" : "itself resumed, since hold.set_held(0) is done") {
      $0.held ?? held == held
    }
    try stage.settle(.milliseconds(100))
    try requireOurs(stage, call, held, held ? "hold.set_held(1)" : "hold.set_held(0)")
  }

  /// Fails unless our side holds the call, or not, as `held` says.
  private static func requireOurs(_ stage: Stage, _ call: CallRef, _ held: Bool, _ after: String) throws {
    let now = try stage.record(call).stage
    guard now == (held ? .held : .active) else {
      throw TestFailure("after \(after) \(call) is \(now.rawValue) on our side, should be \(held ? "held" : "active")")
    }
  }

  private static func remote(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_HOLD)
    let call = try stage.connect()
    for held in [false, true] {
      if held { try set(stage, call, held: true) }
      try stage.peer.hold(call)
      try requireRemote(stage, call, true, HSW_CALL_HELD_REMOTE)
      try requireOurs(stage, call, held, "a hold by the far end")
      try stage.peer.resume(call)
      try requireRemote(stage, call, false, HSW_CALL_RESUMED_REMOTE)
      try requireOurs(stage, call, held, "a resume by the far end")
    }
    try set(stage, call, held: false)
    try stage.hangUp(call)
    try stage.tearDown()
  }

  private static func requireRemote(_ stage: Stage, _ call: CallRef, _ held: Bool, _ state: UInt32) throws {
    guard stage.wait(.seconds(10), until: { stage.near.ledger.calls[call.id]?.isHeldRemotely == held }) else {
      let said = try stage.record(call).states.last.map { "; the last was \(CallStateName.of($0))" } ?? ""
      throw TestFailure("no report_state \(CallStateName.of(state)) of \(call) within 10 s\(said)")
    }
  }
}
