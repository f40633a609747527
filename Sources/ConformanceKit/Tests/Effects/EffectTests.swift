internal import ConformanceHarness
internal import TransportABI

/// The rows about the effects of actions at the far end, in every state of a call: there once they are done, and never otherwise.
enum EffectTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "action.answer-effect", .must, "An answer is done at both ends, once; of any other call it is refused and changes nothing",
      budget: .seconds(60), body: answer),
    ConformanceTest(
      "action.end-effect", .must, "In each state, for each reason, an end that is done has ended the call at the far end",
      budget: .seconds(90),
      body: end),
    ConformanceTest(
      "hold.effect", .offered(HSW_EXT_HOLD), "In each state a hold changes the far end when it is done, and nothing when it is refused",
      budget: .seconds(60), body: hold),
    ConformanceTest(
      "mute.effect", .offered(HSW_EXT_MUTE), "A mute works in each state, lasts until it is taken back, and changes nothing else",
      budget: .seconds(60), body: mute),
    ConformanceTest(
      "dtmf.effect", .offered(HSW_EXT_DTMF), "The far end hears each digit once, also equal ones, in each state that allows them",
      budget: .seconds(60), body: digits),
    ConformanceTest(
      "transfer.effect", .offered(HSW_EXT_TRANSFER), "Calls in each state are transferred, or are as they were when that is refused",
      budget: .seconds(60), body: transfer),
    ConformanceTest(
      "transfer.pairs", .offered(HSW_EXT_TRANSFER), "Two calls in any states are connected and end once, and no third call does",
      budget: .seconds(60), body: pairs),
    ConformanceTest(
      "deflect.effect", .offered(HSW_EXT_DEFLECT), "Only a call that rings is deflected, and each other one is as it was",
      budget: .seconds(60),
      body: deflect),
    ConformanceTest(
      "action.pending-at-end", .must, "Whatever is pending when a call ends is completed first, with HSW_E_CANCELLED", budget: .seconds(90),
      body: pendingAtEnd),
    ConformanceTest(
      "action.state-words", .must, "Each change of a call is reported once, and nothing is reported that did not change",
      budget: .seconds(60),
      body: stateWords),
    ConformanceTest(
      "action.patience", .must, "A far end that has no orders does nothing, in each state, for a minute", budget: .seconds(60),
      body: patience),
    ConformanceTest(
      "time.cancel-effect", .must, "What the host cancels at any moment does not happen at the far end, and works the next time",
      budget: .seconds(120), body: cancel),
    ConformanceTest(
      "time.deadline-effect", .must, "What a silent far end did not take by its deadline does not happen later", budget: .seconds(60),
      body: deadline),
    ConformanceTest(
      "time.dead-peer-states", .must, "In each state, with actions pending, a silent far end ends its call in time and no other",
      budget: .seconds(120), body: deadPeer),
  ]

  // MARK: one row for each action

  private static func answer(_ run: TestRun) throws {
    let stage = try run.stage()
    try CallSituation.forEach(CallSituation.all, stage) { situation in
      let call = try situation.make(stage)
      try CallAct.answer.play(stage, call, in: situation)
      if situation.part == .ringing { try stage.expect(call, is: .active) }
      try stage.hangUp(call)
    }
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  private static func end(_ run: TestRun) throws {
    let stage = try run.stage()
    let reasons = [
      HSW_WHY_HANGUP, HSW_WHY_DECLINED, HSW_WHY_BUSY, HSW_WHY_BLOCKED, HSW_WHY_DO_NOT_DISTURB, HSW_WHY_RING_TIMEOUT,
    ]
    try CallSituation.forEach(CallSituation.all, stage) { situation in
      // On a real clock each state is tried once.
      for why in situation.part == .ringing && !stage.loop.isRealTime ? reasons : [HSW_WHY_HANGUP] {
        let call = try situation.make(stage)
        let before = try stage.steadySight(call)
        let words = try stage.record(call).states
        try stage.complete(stage.near.end(call, why: why))
        var wanted = before
        wanted.state = "ended"
        try stage.expectSight(call, wanted, "since calls.end(why \(why)) is done")
        try stage.expectEnd(call, HSW_END_LOCAL)
        try stage.settle(.seconds(10))
        try CallAct.requireNoWords(stage, call, since: words, "calls.end")
        try stage.refuse(.endedTwice, .afterEnded)
      }
    }
    try stage.tearDown()
  }

  private static func hold(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_HOLD)
    try CallSituation.forEach(CallSituation.all, stage) { situation in
      let call = try situation.make(stage)
      for on: UInt32 in situation.part == .connected ? [1, 0, 1, 1, 0] : [1] {
        try CallAct.hold(on).play(stage, call, in: situation, stays: .seconds(10))
        guard situation.part == .connected else { continue }
        try stage.expect(call, is: on == 1 ? .held : .active)
      }
      try stage.hangUp(call)
    }
    try stage.tearDown()
  }

  private static func mute(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_MUTE)
    try CallSituation.forEach(CallSituation.all, stage) { situation in
      let call = try situation.make(stage)
      try CallAct.mute(1).play(stage, call, in: situation, stays: .seconds(10))
      try requireLasting(stage, call, situation)
      try CallAct.mute(0).play(stage, call, in: situation, stays: .seconds(10))
      try stage.hangUp(call)
    }
    try stage.tearDown()
  }

  /// Requires that a mute lasts through an answer, a hold and digits.
  private static func requireLasting(_ stage: Stage, _ call: CallRef, _ situation: CallSituation) throws {
    switch situation.part {
    case .dialed: try stage.peer.answer(call)
    case .ringing: try stage.complete(stage.near.answer(call))
    case .connected: break
    }
    if situation.part != .connected { try stage.expect(call, is: .active) }
    func require(_ after: String) throws {
      try stage.expectPeer(call, "us muted still, after \(after)", within: .seconds(2)) { $0.muted ?? true }
    }
    try require("the answer")
    try stage.ifOffered {
      for on: UInt32 in [1, 0] { try stage.complete(stage.near.setHeld(call, on)) }
      try require("a hold and a resume")
    }
    try stage.ifOffered {
      // Not each network sends digits of a held call.
      _ = try stage.outcome(stage.near.play(call, "5"))
      try require("a digit")
    }
  }

  private static func digits(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_DTMF)
    try CallSituation.forEach(CallSituation.all, stage) { situation in
      let call = try situation.make(stage)
      // On hold some networks send no digits: those that are refused must not come later.
      for digits in ["1", "1", "22", "3355#"] { try CallAct.play(digits).play(stage, call, in: situation, stays: .seconds(2)) }
      try stage.hangUp(call)
    }
    let call = try stage.connect()
    // Some far ends remember no more than five dozen.
    let long = String(repeating: "0123456789*#ABCD", count: 3)
    var wanted = try stage.steadySight(call)
    if case .done = try stage.outcome(stage.near.play(call, long)) { wanted.digits = (wanted.digits ?? "") + long }
    try stage.expectSightToStay(call, wanted, "since dtmf.play of \(long.utf8.count) digits is over", for: .seconds(20))
    try requireReported(stage, call)
    try stage.hangUp(call)
    try stage.tearDown()
  }

  /// Requires that each digit of the far end's is reported once, also those that follow an equal one.
  private static func requireReported(_ stage: Stage, _ call: CallRef) throws {
    var sent = ""
    for digits in ["1", "1", "1122", "##**", "ABCDDCBA"] {
      try stage.peer.send(digits, call)
      sent += digits
    }
    _ = stage.wait(.seconds(10)) { stage.near.ledger.calls[call.id]?.digits == sent }
    try stage.settle(.seconds(2))
    let heard = try stage.record(call).digits
    guard heard == sent else { throw TestFailure("report_dtmf gave \"\(heard)\" in all, and the far end sent \"\(sent)\"") }
  }
}
