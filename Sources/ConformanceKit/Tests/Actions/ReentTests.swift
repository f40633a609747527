internal import ConformanceHarness
internal import TransportABI

/// The group `reent`: the host never calls the plugin from inside a host function, and sends what it queued there right afterwards.
enum ReentTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "reent.action-on-report", .must, "A request right after a report has returned works: the call is known, its state is right",
      body: actionOnReport),
    ConformanceTest(
      "reent.destroy-pending", .must, "deactivate completes what is pending, destroy is silent, and no report follows",
      budget: .seconds(30),
      body: destroyPending),
    ConformanceTest(
      "reent.post-late", .must, "destroy does not wait for posted functions; those that the host accepted have run", budget: .seconds(5),
      body: postLate),
  ]

  // MARK: actions queued inside a report

  private static func actionOnReport(_ run: TestRun) throws {
    let stage = try run.stage()
    let answered = try answerAtOnce(stage)
    try stage.expect(answered, is: .active)
    try stage.expectPeer(answered, "the call active") { $0.state == "active" }
    try stage.hangUp(answered)
    try endWhenActive(stage)
    try stage.tearDown()
  }

  /// Lets the far end call, and answers as soon as the plugin function that reported the call has returned.
  private static func answerAtOnce(_ stage: Stage) throws -> CallRef {
    let known = stage.near.ledger.incomingOrder.count
    let caller = try CallTarget(stage.peer.target().kindText, "5550142")
    let (action, call) = try queue(stage, "report_incoming") { ledger in
      ledger.incomingOrder.dropFirst(known).first.map { CallRef(id: $0) }
    } act: {
      try stage.near.answer($0)
    } meanwhile: {
      try stage.peer.callUs(from: caller)
    }
    try stage.complete(action)
    return call
  }

  /// Ends a call as soon as the plugin function that reported it active has returned.
  private static func endWhenActive(_ stage: Stage) throws {
    let call = try stage.dial()
    let (action, _) = try queue(stage, "report_state \(CallStateName.of(HSW_CALL_ACTIVE))") { ledger in
      ledger.calls[call.id]?.states.contains(HSW_CALL_ACTIVE) == true ? call : nil
    } act: {
      try stage.near.end($0)
    } meanwhile: {
      try stage.peer.answer(call)
    }
    try stage.complete(action)
    try stage.expect(call, is: .ended)
  }

  /// Acts once, after the first plugin function that leaves the awaited report in the ledger, and before the loop does anything else.
  private static func queue(
    _ stage: Stage, _ report: String, _ find: @escaping (Ledger) -> CallRef?, act: @escaping (CallRef) throws -> ActionRef,
    meanwhile: () throws -> Void
  ) throws -> (ActionRef, CallRef) {
    var outcome: Result<(ActionRef, CallRef), any Error>?
    stage.loop.afterEachCall = {
      guard let call = find(stage.near.ledger) else { return }
      stage.loop.afterEachCall = nil
      outcome = Result { (try act(call), call) }
    }
    defer { stage.loop.afterEachCall = nil }
    try meanwhile()
    // Another thread's report may come while the loop runs no plugin function.
    func isOver() -> Bool {
      if outcome == nil { stage.loop.afterEachCall?() }
      return outcome != nil
    }
    guard stage.wait(.seconds(10), until: isOver), let outcome else { throw TestFailure("no \(report) came within 10 s") }
    return try outcome.get()
  }

  // MARK: the end of an instance

  private static func destroyPending(_ run: TestRun) throws {
    let stage = try run.stage()
    let actions = try leavePending(stage)
    try stage.near.deactivateAndWait(stage)
    try stage.settle(.milliseconds(1))
    for action in actions where stage.near.ledger.actions[action.id]?.state == .open {
      throw TestFailure("\(action.function) was still open when deactivate was done")
    }
    try stage.refuse(.openAtEnd)
    let said = stage.near.ledger.breaches.count
    try stage.settle(.seconds(5))
    if let late = stage.near.ledger.breaches.dropFirst(said).first { throw TestFailure(late).told("after deactivate") }
    guard try stage.near.activate().status == HSW_OK else { throw TestFailure("activate failed after a deactivate with actions pending") }
    _ = try leavePending(stage)
    try stage.near.destroy()
    try stage.settle(.seconds(5))
    try stage.refuse(.afterDestroy, .afterReset)
  }

  /// Starts up to five actions, on one call and one more that is being dialed.
  private static func leavePending(_ stage: Stage) throws -> [ActionRef] {
    let call = try stage.connect()
    var actions: [ActionRef] = []
    try stage.ifOffered { actions.append(try stage.near.setHeld(call, 1)) }
    try stage.ifOffered { actions.append(try stage.near.setMuted(call, 1)) }
    for digit in ["1", "2"] { try stage.ifOffered { actions.append(try stage.near.play(call, digit)) } }
    actions.append(try stage.near.start(stage.near.mintCall(), stage.peer.target()))
    return actions
  }

  private static func postLate(_ run: TestRun) throws {
    let stage = try run.stage()
    let target = try stage.peer.target()
    for round in 0..<3 {
      let instance = try round == 0 ? stage.near : broughtUp(stage)
      for _ in 0..<2 { _ = try instance.start(instance.mintCall(), target) }
      try stage.settle(.milliseconds(100))
      try instance.destroy()
      if let breach = instance.ledger.breaches.first(where: { $0.kind == .afterDestroy }) { throw TestFailure(breach) }
    }
    try stage.settle(.seconds(2))
    try stage.refuse(.afterDestroy)
  }

  private static func broughtUp(_ stage: Stage) throws -> PluginInstance {
    let instance = try stage.another()
    try Stage.bringUp(instance)
    return instance
  }
}
