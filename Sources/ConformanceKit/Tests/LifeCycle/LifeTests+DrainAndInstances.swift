internal import ConformanceHarness
internal import TransportABI

extension LifeTests {
  static func twoInstances(_ run: TestRun) throws {
    let stage = try run.stage()
    let one = stage.near
    let other = try stage.another()
    guard one.pointer != other.pointer, one.table.ctx != other.table.ctx || one.table.ctx == nil else {
      throw TestFailure("create answered the same instance twice")
    }
    try Stage.bringUp(other)
    let target = try targetIfAny(stage)
    if let target { try callsApart(stage, one, other, target) }
    try one.reset()
    try stage.settle(.milliseconds(100))
    try one.destroy()
    // The other instance is unaffected.
    if let target {
      let call = try stage.dial(other, target)
      _ = try stage.outcome(other.end(call), of: other)
    }
    try other.deactivateAndWait(stage)
    try other.destroy()
  }

  /// Requires that each instance ends only its own calls; other tests check the end of a call that is still dialing.
  ///
  /// The handles of both instances begin at 1, so both have calls with the same id.
  private static func callsApart(_ stage: Stage, _ one: PluginInstance, _ other: PluginInstance, _ target: CallTarget) throws {
    let call = try stage.dial(one, target)
    try stage.settle(.milliseconds(100))
    stage.attempt { try stage.peer.ring(call) }
    try stage.settle(.milliseconds(100))
    guard other.ledger.calls.isEmpty else { throw TestFailure("a call of one instance was reported by another") }
    if let breach = other.ledger.breaches.first(where: { $0.kind == .unknownCall || $0.kind == .unknownAction }) {
      throw TestFailure(breach).told("the other instance reported")
    }
    try stage.expect(other.end(call), of: other, refused: HSW_E_NOCALL)
    let second = try stage.dial(other, target)
    _ = try stage.outcome(one.end(call), of: one)
    try stage.settle(.milliseconds(100))
    guard other.ledger.calls[second.id]?.isUp == true else { throw TestFailure("ending a call of one instance ended a call of another") }
    _ = try stage.outcome(other.end(second), of: other)
  }

  private static func targetIfAny(_ stage: Stage) throws -> CallTarget? {
    do { return try stage.peer.target() } catch is TestSkip { return nil }
  }
}

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
