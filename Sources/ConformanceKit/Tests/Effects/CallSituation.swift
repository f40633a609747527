internal import ConformanceHarness
internal import TransportABI

/// A state that a call can be in, with the way to bring one into it.
struct CallSituation: Sendable {
  /// The part of a call's life, on which it depends what may be done with it.
  enum Part: Sendable { case dialed, ringing, connected }

  /// The state, as in `a call that is NAME`.
  let name: String
  let part: Part
  /// Brings a call into it; throws `TestSkip` where the plugin or its far end cannot.
  let make: @Sendable (Stage) throws -> CallRef

  init(_ name: String, _ part: Part, make: @escaping @Sendable (Stage) throws -> CallRef) {
    self.name = name
    self.part = part
    self.make = make
  }

  /// The states before an answer.
  static let unanswered: [CallSituation] = [
    CallSituation("being dialed", .dialed) { try $0.dial() },
    CallSituation("ringing at the far end", .dialed) { stage in
      let call = try stage.dial()
      try stage.peer.ring(call)
      try stage.expect(call, reports: HSW_CALL_RINGING)
      return call
    },
    CallSituation("coming in", .ringing) { try $0.incoming() },
    CallSituation("ringing here", .ringing) { stage in
      let call = try stage.ringing()
      try stage.expectPeer(call, "it ring, since calls.shown was called") { $0.state == "ringing" }
      return call
    },
  ]

  /// The states after an answer.
  static let connected: [CallSituation] = [
    CallSituation("dialed and active", .connected) { try $0.connect() },
    CallSituation("answered and active", .connected) { try $0.answered() },
    CallSituation("held", .connected) { stage in try stage.with(stage.connect()) { try stage.complete(stage.near.setHeld($0, 1)) } },
    CallSituation("answered and held by the far end", .connected) { stage in
      try stage.with(stage.answered()) { try stage.holdThere($0, true) }
    },
    CallSituation("held by both ends", .connected) { stage in
      try stage.with(stage.connect()) { call in
        try stage.complete(stage.near.setHeld(call, 1))
        try stage.holdThere(call, true)
      }
    },
    CallSituation("muted", .connected) { stage in try stage.with(stage.connect()) { try stage.complete(stage.near.setMuted($0, 1)) } },
  ]

  static let all = unanswered + connected

  /// Plays `body` in each of these states, with the state in the sentence of a failure.
  static func forEach(_ situations: [CallSituation], _ stage: Stage, _ body: (CallSituation) throws -> Void) throws {
    for situation in situations {
      let before = Set(stage.near.ledger.handles(where: \.isUp))
      do {
        try body(situation)
      } catch is TestSkip {
        // The calls that were made for it are in the way of the next ones.
        for id in stage.near.ledger.handles(where: \.isUp) where !before.contains(id) { try stage.clear(CallRef(id: id)) }
      } catch let failure as TestFailure {
        throw failure.told("a call that is \(situation.name)")
      }
    }
  }
}

extension Stage {
  /// Does something with a call, and returns it; ends it if the plugin or its far end does not offer that.
  func with(_ call: CallRef, _ body: (CallRef) throws -> Void) throws -> CallRef {
    do {
      try body(call)
      return call
    } catch let skip as TestSkip {
      try hangUp(call)
      throw skip
    }
  }

  /// Lets the far end hold or resume the call, and waits for its report.
  func holdThere(_ call: CallRef, _ held: Bool) throws {
    try held ? peer.hold(call) : peer.resume(call)
    guard wait(.seconds(10), until: { near.ledger.calls[call.id]?.isHeldRemotely == held }) else {
      throw TestFailure("no report_state \(CallStateName.of(held ? HSW_CALL_HELD_REMOTE : HSW_CALL_RESUMED_REMOTE)) of \(call) within 10 s")
    }
  }

  /// Returns what the far end of a call sees once nothing is on its way to it.
  func steadySight(_ call: CallRef) throws -> FarSight {
    if loop.isRealTime { try settle(.milliseconds(300)) }
    return try sight(call)
  }

  /// Ends a call that is still up, whatever the plugin makes of it, so that the next step begins without calls.
  func clear(_ call: CallRef) throws {
    guard near.ledger.calls[call.id]?.isUp == true else { return }
    _ = try outcome(near.end(call))
    _ = wait(.seconds(10)) { near.ledger.calls[call.id]?.isUp != true }
  }

  /// Ends every call that is up.
  func clearAll() throws {
    for id in near.ledger.handles(where: \.isUp) { try clear(CallRef(id: id)) }
  }
}
