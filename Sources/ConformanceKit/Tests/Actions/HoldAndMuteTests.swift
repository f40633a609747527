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

/// The group `mute`: a muted call, from which the far end hears nothing.
enum MuteTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "mute.roundtrip", .offered(HSW_EXT_MUTE), "Once a mute is done the far end hears nothing, in any state of the call", body: roundtrip)
  ]

  private static func roundtrip(_ run: TestRun) throws {
    let stage = try run.stage()
    let call = try stage.dial()
    // A call can be muted before it is answered; the mute must hold from the answer on.
    try stage.complete(stage.near.setMuted(call, 1))
    try stage.peer.answer(call)
    try stage.expect(call, is: .active)
    try requireMuted(stage, call, true, "a call that was muted before it was answered")
    for on: UInt32 in [0, 1, 1, 0, 0] {
      try stage.complete(stage.near.setMuted(call, on))
      try requireMuted(stage, call, on == 1, "mute.set_muted(\(on))")
    }
    try stage.hangUp(call)
    try stage.tearDown()
  }

  private static func requireMuted(_ stage: Stage, _ call: CallRef, _ muted: Bool, _ after: String) throws {
    try stage.expectPeerNow(call, "us \(muted ? "muted" : "not muted") after \(after)") { $0.muted ?? muted == muted }
  }
}
