internal import ConformanceHarness
internal import TransportABI

/// The group `error`: the description of failures.
enum ErrorTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "error.honest", .should, "Failures carry a domain, a sentence and a cause; create says why it refuses", body: honest)
  ]

  private static func honest(_ run: TestRun) throws {
    let stage = try run.stage()
    try refusedConfiguration(stage)
    do {
      try failedStart(stage)
      for order in [PeerOrder.decline, .busy] { try refusedCall(stage, order) }
    } catch is TestSkip {
      run.note("no far end is available that could refuse a call")
    }
    try stage.tearDown()
  }

  private static func refusedConfiguration(_ stage: Stage) throws {
    let creation = try stage.createRaw(id: Array(stage.run.descriptor.utf8), config: Array("{\"".utf8))
    if let instance = creation.instance { try instance.destroy() }
    try requireWhy(creation.outcome, "entry.create with half a configuration")
  }

  private static func requireWhy(_ outcome: Outcome, _ what: String) throws {
    guard outcome.status != HSW_OK else { return }
    guard let why = outcome.why, !why.isEmpty else {
      throw TestFailure("\(what) answered \(StatusName.of(outcome.status)) without a sentence in its hsw_why")
    }
    guard outcome.code < 0 else {
      throw TestFailure("\(what) answered \(outcome.text), and the code in its hsw_why is \(StatusName.of(outcome.code)), not an error")
    }
  }

  /// Calls a number that does not exist: a refusal by status has no room for a description, any other failure has.
  private static func failedStart(_ stage: Stage) throws {
    let nobody = try CallTarget(stage.peer.target().kindText, "no such number")
    let call = stage.near.mintCall()
    switch try stage.outcome(stage.near.start(call, nobody)) {
    case .failed(let fault): try requireWords(fault, "the failure of calls.start to \(nobody.text)")
    case .done:
      guard stage.wait(.seconds(5), until: { stage.near.ledger.calls[call.id]?.isUp == false }) else { return try stage.hangUp(call) }
      try requireWords(stage.record(call).endFault, "the end of a call to \(nobody.text)")
    case .open, .refused, .cancelled, .forgotten: return
    }
  }

  private static func refusedCall(_ stage: Stage, _ order: PeerOrder) throws {
    let call = try stage.dial()
    try stage.peer.order(order, call)
    guard stage.wait(.seconds(10), until: { stage.near.ledger.calls[call.id]?.isUp == false }) else { return }
    try requireWords(stage.record(call).endFault, "report_ended after the order \(order) to the far end")
  }

  private static func requireWords(_ fault: Fault?, _ what: String) throws {
    guard let fault else { throw TestFailure("\(what) came without an hsw_error") }
    guard !fault.domain.isEmpty else { throw TestFailure("\(what) has an hsw_error without a domain") }
    guard !fault.message.isEmpty else { throw TestFailure("\(what) has an hsw_error without a message") }
    guard fault.cause != 0 else { throw TestFailure("\(what) has an hsw_error without a cause (Q.850)") }
  }
}
