internal import ConformanceHarness
internal import TransportABI

extension LifeTests {
  static func deactivateDrain(_ run: TestRun) throws {
    let stage = try run.stage()
    for drain: UInt32 in [0, 500, .max] {
      let call = try stage.connect()
      let before = stage.near.ledger.deactivations
      let status = try stage.near.deactivate(drain: drain)
      let name = drain == .max ? "deactivate(~0)" : "deactivate(\(drain))"
      guard status >= 0 else { throw TestFailure("\(name) answered \(StatusName.of(status)) with a call up") }
      try stage.expect(stage.near.start(stage.near.mintCall(), stage.peer.target()), refused: HSW_E_STATE)
      if drain == .max { try outlive(stage, call, status) }
      try quiet(stage, call, name, status, within: drain == .max ? .seconds(5) : .milliseconds(Int(drain) + 2000))
      try stage.settle(.seconds(2))
      let count = stage.near.ledger.deactivations - before
      guard count == (status == HSW_PENDING ? 1 : 0) else {
        throw TestFailure("\(name) answered \(StatusName.of(status)), and `deactivated` came \(count) times")
      }
      guard try stage.near.activate().status == HSW_OK else { throw TestFailure("activate failed after \(name)") }
    }
    try stage.refuse(.endedTwice)
    try stage.tearDown()
  }

  /// With ~0 a call lasts until either end hangs up; here we do, a minute later.
  private static func outlive(_ stage: Stage, _ call: CallRef, _ status: hsw_status) throws {
    guard status == HSW_PENDING else { throw TestFailure("deactivate(~0) answered HSW_OK with a call up, should be HSW_PENDING") }
    try stage.settle(.seconds(60))
    guard try stage.record(call).isUp else { throw TestFailure("deactivate(~0) ended a call that neither end had ended") }
    guard stage.near.ledger.phase == .draining else { throw TestFailure("`deactivated` came while a call was up") }
    _ = try stage.near.end(call)
  }

  private static func quiet(_ stage: Stage, _ call: CallRef, _ name: String, _ status: hsw_status, within: Duration) throws {
    if status == HSW_OK, try stage.record(call).isUp { throw TestFailure("\(name) answered HSW_OK while a call was up") }
    let isQuiet = stage.wait(within) {
      stage.near.ledger.calls[call.id]?.isUp == false && stage.near.ledger.phase != .draining
    }
    guard isQuiet else {
      let isUp = try stage.record(call).isUp
      throw TestFailure(isUp ? "\(name) left the call up, \(within) later" : "\(name) was never followed by `deactivated`")
    }
  }
}
