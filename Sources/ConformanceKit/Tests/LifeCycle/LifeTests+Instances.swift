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
    guard other.ledger.calls.isEmpty else { throw TestFailure("a call of one instance was reported by another") }
    if let breach = other.ledger.breaches.first(where: { $0.kind == .unknownCall || $0.kind == .unknownAction }) {
      throw TestFailure("the other instance reported: \(breach.sentence)")
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
