internal import ConformanceHarness
internal import TransportABI

/// The group `transfer`: transfers of the far end by us, and of us by the far end.
enum TransferTests {
  private static let owed = Requirement.offered(HSW_EXT_TRANSFER)

  static let all: [ConformanceTest] = [
    ConformanceTest("transfer.blind", owed, "A transfer is done when the far end has moved, and ends the call; a refused one does not") {
      try blind($0)
    },
    ConformanceTest("transfer.attended", owed, "Two far ends are connected to each other, and both calls end once", body: attended),
    ConformanceTest("transfer.asked", owed, "A far end's request to transfer us is reported, and waits for the verdict", body: asked),
  ]

  private static func blind(_ run: TestRun) throws {
    let stage = try run.stage()
    let target = try stage.peer.target()
    let call = try stage.connect()
    try stage.complete(stage.near.transfer(call, to: target))
    try requireMoved(stage, call, to: String(decoding: target.handle, as: UTF8.self))
    try stage.expect(call, is: .ended)
    // An empty handle, and a number that is out of service in test networks, which some accept all the same.
    for handle in ["", "5550105"] { try refused(stage, CallTarget(target.kindText, handle)) }
    try stage.settle(.seconds(5))
    try stage.refuse(.endedTwice)
    try stage.tearDown()
  }

  /// Requires that a call whose transfer was refused is as before.
  private static func refused(_ stage: Stage, _ target: CallTarget) throws {
    let call = try stage.connect()
    switch try stage.outcome(stage.near.transfer(call, to: target)) {
    case .done where target.handle.isEmpty: throw TestFailure("transfer.blind was done, to an empty handle")
    case .done: return
    default: break
    }
    try stage.settle(.seconds(2))
    let record = try stage.record(call)
    guard record.stage == .active else {
      throw TestFailure("after a transfer that was refused \(call) is \(record.stage.rawValue), should be active as before")
    }
    try stage.expectPeer(call, "itself in the call as before, since its transfer was refused") {
      $0.state == "active" && ($0.transferred ?? "").isEmpty
    }
    try stage.hangUp(call)
  }

  private static func attended(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needRoom(for: 3)
    let call = try stage.connect()
    let with = try stage.connect()
    let over = try stage.connect()
    try stage.hangUp(over)
    try stage.expect(stage.near.transfer(call, with: over), refused: HSW_E_NOCALL)
    try stage.expectUp([call, with], after: "a transfer to a call that had ended was refused")
    try stage.complete(stage.near.transfer(call, with: with))
    for one in [call, with] {
      try requireMoved(stage, one)
      try stage.expect(one, is: .ended)
    }
    try stage.settle(.seconds(5))
    try stage.refuse(.endedTwice)
    try stage.tearDown()
  }

  /// Fails unless the far end has moved; one that cannot tell passes.
  private static func requireMoved(_ stage: Stage, _ call: CallRef, to handle: String? = nil) throws {
    try stage.expectPeerNow(call, "itself moved\(handle.map { " to \($0)" } ?? ""), since the transfer is done") { view in
      guard let moved = view.transferred else { return true }
      return handle.map { $0 == moved } ?? !moved.isEmpty
    }
  }

  private static func asked(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_TRANSFER)
    let target = try stage.peer.target()
    let handle = String(decoding: target.handle, as: UTF8.self)
    let call = try stage.connect()
    try request(stage, call, handle)
    try requireVerdict(stage, call, accepted: 0)
    try stage.settle(.seconds(2))
    try requireWaiting(stage, call, "it was refused")

    try request(stage, call, handle)
    try requireVerdict(stage, call, accepted: 1)
    try requireMoved(stage, call, to: handle)
    // As a host does, it calls the target that the far end named.
    let next = try stage.dial(stage.near, target)
    try stage.peer.answer(next)
    try stage.expect(next, is: .active)
    try stage.hangUp(next)
    try stage.tearDown()
  }

  /// Has the far end request a transfer, and requires that nothing happens before the verdict.
  private static func request(_ stage: Stage, _ call: CallRef, _ handle: String) throws {
    let before = stage.near.ledger.transferRequests.count
    try stage.peer.order(.askTransfer(to: handle), call)
    guard stage.wait(.seconds(10), until: { stage.near.ledger.transferRequests.count > before }) else {
      throw TestFailure("no report_request within 10 s of the far end's request")
    }
    guard let asked = stage.near.ledger.transferRequests.last, asked.call == call.id, asked.handle == handle else {
      throw TestFailure("report_request named another call or handle; it was \(call), and \(handle)")
    }
    try stage.settle(.seconds(2))
    try requireWaiting(stage, call, "the host has not allowed it")
  }

  private static func requireWaiting(_ stage: Stage, _ call: CallRef, _ why: String) throws {
    try stage.expectUp([call], after: "the far end asked to transfer us, and \(why)")
    try stage.expectPeer(call, "itself where it was: \(why)") { ($0.transferred ?? "").isEmpty }
  }

  private static func requireVerdict(_ stage: Stage, _ call: CallRef, accepted: UInt32) throws {
    let status = try stage.near.verdict(call, accepted: accepted)
    guard status == HSW_OK else {
      throw TestFailure("transfer.verdict(\(accepted)) answered \(StatusName.of(status)) to a request that waits for it")
    }
  }
}
