internal import ConformanceHarness
internal import TransportABI
internal import TransportLoader

// The reports about calls: one for each change, and none without.
extension EffectTests {
  static func stateWords(_ run: TestRun) throws {
    let stage = try run.stage()
    let dialed = try stage.dial()
    try stage.peer.ring(dialed)
    try stage.expect(dialed, reports: HSW_CALL_RINGING)
    try stage.settle(.seconds(1))
    try stage.peer.answer(dialed)
    try stage.expect(dialed, reports: HSW_CALL_ACTIVE)
    try stage.settle(.seconds(5))
    try requireCount(stage, dialed, HSW_CALL_ACTIVE, 1, "the far end answered")
    try changes(stage, dialed, active: 1)
    try stage.peer.end(dialed)
    try stage.expectEnd(dialed, HSW_END_REMOTE)

    let answered = try stage.answered()
    try stage.settle(.seconds(5))
    try requireCount(stage, answered, HSW_CALL_ACTIVE, 0, "calls.answer was done, which tells it")
    try changes(stage, answered, active: 0)
    try stage.hangUp(answered)
    try stage.settle(.seconds(40))
    try stage.refuse(.stateOrder, .afterEnded, .endedTwice, .time)
    try stage.tearDown()
  }

  /// Changes the call at both ends, and counts the reports after each change.
  private static func changes(_ stage: Stage, _ call: CallRef, active: Int) throws {
    var remote = 0
    func count(_ after: String) throws {
      try stage.settle(.seconds(2))
      try requireCount(stage, call, HSW_CALL_ACTIVE, active, after)
      try requireCount(stage, call, HSW_CALL_HELD, 0, after)
      try requireCount(stage, call, HSW_CALL_HELD_REMOTE, (remote + 1) / 2, after)
      try requireCount(stage, call, HSW_CALL_RESUMED_REMOTE, remote / 2, after)
    }
    for isHeld in [false, true] {
      try stage.ifOffered {
        try stage.complete(stage.near.setHeld(call, isHeld ? 1 : 0))
        try count("hold.set_held(\(isHeld ? 1 : 0)) was done")
      }
      try stage.ifOffered {
        for hold in [true, false, true, false] {
          try stage.holdThere(call, hold)
          remote += 1
          try count("the far end \(hold ? "held" : "resumed") the call")
        }
      }
    }
    try stage.ifOffered { try stage.complete(stage.near.setHeld(call, 0)) }
    try stage.ifOffered { try stage.complete(stage.near.setMuted(call, 1)) }
    try stage.ifOffered { try stage.complete(stage.near.play(call, "12")) }
    try stage.ifOffered { try stage.complete(stage.near.setMuted(call, 0)) }
    try stage.ifOffered { try stage.peer.send("34", call) }
    try count("a mute, digits and a resume")
  }

  private static func requireCount(_ stage: Stage, _ call: CallRef, _ state: UInt32, _ count: Int, _ after: String) throws {
    let found = try stage.record(call).states.count { $0 == state }
    guard found != count else { return }
    throw TestFailure("report_state gave \(CallStateName.of(state)) of \(call) \(found) times after \(after), should be \(count) times")
  }

  static func patience(_ run: TestRun) throws {
    let stage = try run.stage()
    try CallSituation.forEach(CallSituation.all, stage) { situation in
      let call = try situation.make(stage)
      // The other end may learn of a hold a moment later.
      if stage.loop.isRealTime { try stage.settle(.milliseconds(300)) }
      let before = try (stage.sight(call), stage.record(call))
      try stage.expectSightToStay(call, before.0, "though nothing was ordered", for: .seconds(60))
      let after = try stage.record(call)
      let progress = [HSW_CALL_CONNECTING, HSW_CALL_RINGING, HSW_CALL_EARLY_MEDIA, HSW_CALL_MEDIA_TIMEOUT, HSW_CALL_MEDIA_RESUMED]
      guard after.stage == before.1.stage else {
        throw TestFailure("\(call) is \(after.stage.rawValue) a minute later, and neither end did anything")
      }
      if let state = after.states.dropFirst(before.1.states.count).first(where: { !progress.contains($0) }) {
        throw TestFailure("report_state gave \(CallStateName.of(state)) of \(call), and neither end did anything")
      }
      guard after.digits == before.1.digits else { throw TestFailure("report_dtmf gave \"\(after.digits)\", and the far end sent none") }
      try stage.hangUp(call)
    }
    try stage.tearDown()
  }

  // MARK: what is pending

  static func pendingAtEnd(_ run: TestRun) throws {
    let stage = try run.stage()
    let acts = try CallAct.cancellable(stage)
    // The far end hangs up, we hang up, or the far end stays silent.
    for ending in stage.loop.isRealTime ? [0, 1] : [0, 1, 2] {
      for act in acts {
        let situation = act.parts.contains(.connected) ? CallSituation.connected[ending % 2] : CallSituation.unanswered[3]
        try CallSituation.forEach([situation], stage) { situation in
          let call = try situation.make(stage)
          if ending == 2 { try vanish(stage, call) }
          let action = try act.begin(stage, call)
          guard stage.isOpen(action) else { return try stage.clear(call) }
          try requireCompleted(stage, call, action, ending)
        }
      }
    }
    try stage.refuse(.endedTwice, .openAtEnd, .afterEnded)
    try stage.tearDown()
  }

  /// Orders the far end to be silent, where it can.
  static func vanish(_ stage: Stage, _ call: CallRef) throws {
    _ = try stage.with(call) { try stage.peer.vanish($0) }
  }

  /// Lets the call end while the action is open.
  private static func requireCompleted(_ stage: Stage, _ call: CallRef, _ action: ActionRef, _ ending: Int) throws {
    switch ending {
    case 0: stage.attempt { try stage.peer.end(call) }
    case 1: _ = try stage.near.end(call)
    default: break
    }
    let patience = Int(stage.run.manifest?.deadPeerSeconds ?? 120) + 1
    guard stage.wait(.seconds(max(patience, 10)), until: { stage.near.ledger.calls[call.id]?.isUp != true }) else {
      if ending == 2 { return try stage.clear(call) }
      throw TestFailure("\(call) did not end while \(action.function) was pending")
    }
    try stage.refuse(.openAtEnd)
    switch try stage.outcome(action) {
    case .done: break
    case .failed(let fault) where [HSW_E_CANCELLED, HSW_E_TIMEOUT, HSW_E_NET].contains(fault.code): break
    case let state:
      throw TestFailure("\(action.function), pending when its call ended, \(Stage.describe(state)), should fail with HSW_E_CANCELLED")
    }
    try stage.settle(.seconds(5))
  }
}
