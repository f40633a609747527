internal import ConformanceHarness
internal import TransportABI
internal import TransportLoader

// Actions that the host gives up, and far ends that fall silent.
extension EffectTests {
  /// The virtual milliseconds between a request and its cancel: networks take different times for each step.
  private static let moments = [0, 1, 3, 4, 7, 15, 40]

  static func cancel(_ run: TestRun) throws {
    let stage = try run.stage()
    // Acts that do not work at all are for other rows.
    var proof = ActProof()
    let dialed = proof.working(try CallAct.cancellable(stage), in: Array(CallSituation.connected.prefix(2)), stage)
    let acts = proof.working(dialed, in: Array(CallSituation.unanswered.suffix(1)), stage)
    for moment in stage.loop.isRealTime ? [0] : moments {
      try cancelStart(stage, after: moment)
      for act in acts {
        let situations = Array(act.parts.contains(.connected) ? CallSituation.connected.prefix(2) : CallSituation.unanswered.suffix(1))
        for situation in situations.prefix(stage.loop.isRealTime ? 1 : situations.count) {
          try CallSituation.forEach([situation], stage) { try cancelAct(stage, act, in: $0, after: moment) }
        }
      }
    }
    try stage.refuse(.endedTwice, .afterEnded, .unknownCall)
    try stage.tearDown()
  }

  /// Requires that a cancelled start ends its call at both ends, and that the handle is dead.
  private static func cancelStart(_ stage: Stage, after moment: Int) throws {
    let call = stage.near.mintCall()
    let start = try stage.near.start(call, stage.peer.target(), deadline: 1000)
    if moment > 0 { try stage.settle(.milliseconds(moment)) }
    guard stage.isOpen(start) else { return try stage.clear(call) }
    let words = try stage.record(call).states
    try stage.near.cancel(start.id)
    try stage.settle(.seconds(10))
    try stage.refuse(.unknownCall, .endedTwice)
    guard try stage.record(call).states == words else { throw TestFailure("report_state came for \(call), whose start was cancelled") }
    try stage.expect(stage.near.end(call), refused: HSW_E_NOCALL)
    // Not each far end remembers a call that never was.
    if let view = try? stage.sight(call), view.state != "ended" {
      throw TestFailure("the far end of \(call), whose start was cancelled, sees it \(view.state ?? "") 10 s later, should be ended")
    }
  }

  /// Requires that a cancelled act has no effect, and that the same act works afterwards.
  private static func cancelAct(_ stage: Stage, _ act: CallAct, in situation: CallSituation, after moment: Int) throws {
    let call = try situation.make(stage)
    // An act that would change nothing shows nothing.
    if act.name == CallAct.hold(0).name { try stage.complete(stage.near.setHeld(call, 1)) }
    if act.name == CallAct.mute(0).name { try stage.complete(stage.near.setMuted(call, 1)) }
    var before = try stage.steadySight(call)
    let record = try stage.record(call)
    let action = try act.begin(stage, call)
    if moment > 0 { try stage.settle(.milliseconds(moment)) }
    guard stage.isOpen(action) else { return try stage.clear(call) }
    try stage.near.cancel(action.id)
    // A plugin may have to undo what it had sent by then.
    try stage.settle(.seconds(5))
    // Digits that were sent by then stay sent; the rest must not follow.
    if moment > 0, let digits = act.digits, let heard = try stage.sight(call).digits {
      let had = before.digits ?? ""
      if heard.hasPrefix(had), heard != had + digits, (had + digits).hasPrefix(heard) { before.digits = heard }
    }
    // On a real clock a request may have reached the far end before its cancel, and be undone at any time.
    if !stage.loop.isRealTime {
      try stage.expectSightToStay(call, before, "since \(act.name) was cancelled after \(moment) ms", for: .seconds(20))
      let now = try stage.record(call)
      guard now.stage == record.stage, now.states == record.states else {
        throw TestFailure("\(call) is \(now.stage.rawValue) after \(act.name) was cancelled, should be \(record.stage.rawValue) as before")
      }
    }
    let late = stage.near.ledger.actions[action.id]?.words ?? 0
    guard late <= 1 else { throw TestFailure("action_done came \(late) times for \(action.function) after its cancel") }
    // After the cancel of an answer comes an end.
    if act.name != CallAct.answer.name {
      try act.play(stage, call, in: situation, stays: .seconds(2))
      if try !stage.record(call).isUp { return }
    }
    try stage.hangUp(call)
    try stage.expectPeer(call, "the call ended") { $0.state == "ended" }
  }

  static func deadline(_ run: TestRun) throws {
    let seconds = run.manifest?.deadPeerSeconds ?? 0
    guard run.manifest?.clock != .own else { throw TestSkip("the manifest says \"clock\": \"own\", which the kit's clock does not move") }
    let stage = try run.stage()
    for act in try CallAct.cancellable(stage) {
      let situation = act.parts.contains(.connected) ? CallSituation.connected[0] : CallSituation.unanswered[3]
      try CallSituation.forEach([situation], stage) { situation in
        let call = try situation.make(stage)
        try vanish(stage, call)
        let before = try stage.steadySight(call)
        let action = try act.begin(stage, call)
        // Some acts are the plugin's alone, and need no answer of the far end.
        guard stage.isOpen(action) else { return try stage.clear(call) }
        try stage.settle(.milliseconds(500))
        guard stage.isOpen(action) else { return try stage.clear(call) }
        try stage.near.cancel(action.id)
        try stage.expectSight(call, before, "since the deadline of \(act.name) is over")
        _ = stage.wait(.seconds(max(Int(seconds), 60) + 5)) { stage.near.ledger.calls[call.id]?.isUp != true }
        var ended = before
        ended.state = nil
        try stage.expectSight(call, ended, "since the deadline of \(act.name) is over, a while later")
        let late = stage.near.ledger.actions[action.id]?.words ?? 0
        guard late <= 1 else { throw TestFailure("action_done came \(late) times for \(action.function) after its deadline") }
        try stage.clear(call)
      }
    }
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  // MARK: far ends that vanish

  static func deadPeer(_ run: TestRun) throws {
    guard run.manifest?.clock != .own else { throw TestSkip("the manifest says \"clock\": \"own\", which the kit's clock does not move") }
    guard let seconds = run.manifest?.deadPeerSeconds else { throw TestSkip("no manifest gives dead-peer-s") }
    let stage = try run.stage()
    // A second instance, and a program, lose all their calls together.
    let neighbour = try stage.peer is TestPeer ? stage.connect() : nil
    for isBusy in [false, true] {
      try CallSituation.forEach(CallSituation.all, stage) { situation in
        let call = try situation.make(stage)
        try vanish(stage, call)
        var open: [ActionRef] = []
        if isBusy {
          for act in try CallAct.cancellable(stage) where act.isPossible(in: situation) {
            try stage.ifOffered { open.append(try act.begin(stage, call)) }
          }
        }
        try requireNoticed(stage, call, within: Int(seconds), open)
        guard let neighbour else { return }
        try stage.expectUp([neighbour], after: "the far end of another call was silent")
      }
    }
    if let neighbour { try stage.hangUp(neighbour) }
    try stage.settle(.seconds(40))
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  /// Requires that the call ends in time, not by us, with what was open completed before.
  private static func requireNoticed(_ stage: Stage, _ call: CallRef, within seconds: Int, _ open: [ActionRef]) throws {
    let isOver = stage.wait(.seconds(seconds)) { stage.near.ledger.calls[call.id]?.isUp != true }
    // An action that the plugin can carry out alone, such as a deflect, may have ended the call before.
    let movers = ["transfer.blind", "deflect.deflect"]
    let didEnd = open.contains { movers.contains($0.function) && stage.near.ledger.actions[$0.id]?.state == .done }
    guard isOver else {
      throw TestFailure("it is up \(seconds) s after its far end fell silent, though the manifest says dead-peer-s \(seconds)")
    }
    if let action = open.first(where: { stage.isOpen($0) }) {
      throw TestFailure("\(action.function) is open, and its call was ended because the far end is silent")
    }
    let record = try stage.record(call)
    guard !didEnd else { return }
    guard let reason = record.endReason, reason != HSW_END_LOCAL else {
      throw TestFailure("report_ended gave HSW_END_LOCAL of a call whose far end fell silent")
    }
  }
}
