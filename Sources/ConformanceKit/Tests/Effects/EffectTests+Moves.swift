internal import ConformanceHarness
internal import TransportABI

// Calls that are sent to another handle.
extension EffectTests {
  static func transfer(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_TRANSFER)
    let target = try stage.peer.target()
    try CallSituation.forEach(CallSituation.connected, stage) { situation in
      let call = try situation.make(stage)
      let before = try stage.steadySight(call)
      try refusedTransfer(stage, call, before, CallTarget(target.kindText, ""))
      let action = try stage.near.transfer(call, to: target)
      if try stage.outcome(action) == .done {
        try requireSent(stage, call, to: target, since: action.function)
      } else {
        try stage.expectSightToStay(call, before, "since transfer.blind came to nothing")
        try stage.hangUp(call)
      }
    }
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  /// Requires that a transfer that cannot work leaves the call as it is, and that the call can still be changed.
  private static func refusedTransfer(_ stage: Stage, _ call: CallRef, _ before: FarSight, _ target: CallTarget) throws {
    let stageBefore = try stage.record(call).stage
    let action = try stage.near.transfer(call, to: target)
    guard try stage.outcome(action) != .done else { throw TestFailure("transfer.blind was done, to an empty handle") }
    try stage.expectSightToStay(call, before, "since its transfer was refused", for: .seconds(10))
    let now = try stage.record(call).stage
    guard now == stageBefore else {
      throw TestFailure("after a transfer that was refused \(call) is \(now.rawValue), should be \(stageBefore.rawValue) as before")
    }
    try stage.ifOffered {
      for on: UInt32 in [1, 0] where before.isMuted == false { try stage.complete(stage.near.setMuted(call, on)) }
    }
  }

  /// Requires that the far end has moved, and that the call ends once, by us.
  private static func requireSent(_ stage: Stage, _ call: CallRef, to target: CallTarget, since function: String) throws {
    let handle = String(decoding: target.handle, as: UTF8.self)
    try stage.expectPeerNow(call, "itself sent to \(handle), since \(function) is done") { $0.transferred.map { $0 == handle } ?? true }
    try stage.expect(call, is: .ended)
    try stage.settle(.seconds(5))
    try stage.refuse(.endedTwice)
  }

  static func pairs(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_TRANSFER)
    try stage.needRoom(for: 3)
    let situations = stage.loop.isRealTime ? Array(CallSituation.connected.prefix(2)) : CallSituation.connected
    for (index, situation) in situations.enumerated() {
      let other = situations[(index + 1) % situations.count]
      try CallSituation.forEach([situation], stage) { situation in
        let bystander = try stage.connect()
        let calm = try stage.steadySight(bystander)
        let call = try situation.make(stage)
        let with = try other.make(stage)
        let before = try (stage.sight(call), stage.sight(with))
        try stage.expect(stage.near.transfer(call, with: CallRef(id: 0x7FFF_0000)), refused: HSW_E_NOCALL)
        try stage.settle(.seconds(1))
        try stage.expectSight(call, before.0, "since a transfer to no call was refused")
        if try stage.outcome(stage.near.transfer(call, with: with)) == .done {
          for one in [call, with] {
            try stage.expectPeerNow(one, "itself moved, since transfer.attended is done") { $0.transferred.map { !$0.isEmpty } ?? true }
            try stage.expect(one, is: .ended)
          }
        } else {
          try stage.expectSightToStay(call, before.0, "since transfer.attended came to nothing")
          try stage.expectSight(with, before.1, "since transfer.attended came to nothing")
        }
        try stage.expectSight(bystander, calm, "a call beside two that were transferred to each other")
        try stage.expectUp([bystander], after: "two other calls were transferred to each other")
        try stage.clearAll()
      }
    }
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }

  static func deflect(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.needExtension(HSW_EXT_DEFLECT)
    let target = try stage.peer.target()
    // After a deflect, a far end that is not the plugin's own has calls that no row knows: it comes last, and once.
    let isOwn = try stage.peer is TestPeer
    let ringing = CallSituation.unanswered.filter { $0.part == .ringing }
    let others = CallSituation.all.filter { $0.part != .ringing }
    try CallSituation.forEach(others + (isOwn ? ringing : ringing.suffix(1)), stage) { situation in
      let call = try situation.make(stage)
      let words = try stage.record(call).states
      if situation.part == .ringing {
        let before = try stage.steadySight(call)
        try stage.expect(stage.near.deflect(call, to: CallTarget(target.kindText, "")), refused: HSW_E_INVAL)
        try stage.expectSightToStay(call, before, "since its deflect was refused", for: .seconds(10))
        try stage.complete(stage.near.deflect(call, to: target))
        try requireSent(stage, call, to: target, since: "deflect.deflect")
        try stage.expectEnd(call, HSW_END_LOCAL)
      } else {
        try CallAct.deflect(to: target).play(stage, call, in: situation, stays: .seconds(10))
        try stage.hangUp(call)
      }
      try CallAct.requireNoWords(stage, call, since: words, "deflect.deflect")
    }
    try stage.refuse(.endedTwice, .afterEnded)
    try stage.tearDown()
  }
}
