internal import ConformanceHarness
internal import TransportABI

/// The same course of calls each time, with hours of virtual time in it, for the tests about clocks.
struct CallScript {
  private let stage: Stage
  /// Runs between its steps.
  private let between: () -> Void

  init(_ stage: Stage, between: @escaping () -> Void = {}) {
    self.stage = stage
    self.between = between
  }

  /// Plays every part; a part that the plugin or its far end does not offer is left out.
  func play() throws {
    try part(outgoing)
    try part(incoming)
    try part(changes)
    try part(several)
    try part(ringing)
    try part(silence)
    try part(line)
    try part(hours)
  }

  private func part(_ body: () throws -> Void) throws {
    try stage.ifOffered(body)
    for (id, call) in stage.near.ledger.calls where call.isUp { try stage.hangUp(CallRef(id: id)) }
    try step(.seconds(5))
  }

  private func step(_ time: Duration) throws {
    between()
    try stage.settle(time)
    between()
  }

  private func outgoing() throws {
    let call = try stage.dial()
    try step(.seconds(4))
    try stage.peer.ring(call)
    try step(.seconds(9))
    try stage.peer.answer(call)
    try stage.expect(call, is: .active)
    try step(.seconds(40))
    try stage.look(call)
    try stage.hangUp(call)
  }

  private func incoming() throws {
    let call = try stage.ringing()
    try step(.seconds(6))
    try stage.complete(stage.near.answer(call))
    try step(.seconds(30))
    try stage.look(call)
    try stage.peer.end(call)
    try stage.expect(call, is: .ended)
  }

  private func changes() throws {
    let call = try stage.connect()
    try stage.ifOffered {
      try stage.complete(stage.near.setHeld(call, 1))
      try step(.seconds(20))
      try stage.complete(stage.near.setHeld(call, 0))
    }
    try stage.ifOffered {
      try stage.complete(stage.near.setMuted(call, 1))
      try step(.seconds(3))
      try stage.complete(stage.near.setMuted(call, 0))
    }
    try stage.ifOffered {
      try stage.complete(stage.near.play(call, "123"))
      try step(.seconds(2))
      try stage.look(call)
    }
    try stage.ifOffered {
      try stage.peer.hold(call)
      try step(.seconds(20))
      try stage.peer.resume(call)
      try step(.seconds(1))
      try stage.peer.send("42", call)
      try step(.seconds(1))
    }
    try stage.hangUp(call)
  }

  /// Has several things under way at once, whose order must not depend on the loop.
  private func several() throws {
    try stage.needRoom(for: 2)
    let (one, other) = (stage.near.mintCall(), stage.near.mintCall())
    let starts = try [one, other].map { try stage.near.start($0, stage.peer.target()) }
    for start in starts { try stage.complete(start) }
    for call in [one, other] {
      try stage.peer.ring(call)
      try stage.peer.answer(call)
    }
    for call in [one, other] { try stage.expect(call, is: .active) }
    try stage.ifOffered {
      var digits: [ActionRef] = []
      for digit in ["1", "2", "3"] {
        digits.append(try stage.near.play(one, digit))
        try stage.settle(.milliseconds(1))
      }
      for action in digits { try stage.complete(action) }
      try step(.seconds(1))
      try stage.look(one)
    }
    try stage.ifOffered {
      let (hold, resume) = (try stage.near.setHeld(other, 1), try stage.near.setHeld(other, 0))
      _ = try stage.outcome(hold)
      _ = try stage.outcome(resume)
      try step(.seconds(1))
      try stage.look(other)
    }
    let ends = try [one, other].map { try stage.near.end($0) }
    for end in ends { try stage.complete(end) }
    for call in [one, other] { try stage.expect(call, is: .ended) }
  }

  /// Lets a call ring for most of a minute.
  private func ringing() throws {
    let call = try stage.ringing()
    try step(.seconds(50))
    guard try stage.record(call).isUp else { return }
    try stage.hangUp(call)
  }

  /// Lets the far end of a call vanish.
  private func silence() throws {
    let call = try stage.connect()
    try stage.peer.vanish(call)
    try step(.seconds(3))
    _ = stage.wait(.seconds(90)) { stage.near.ledger.calls[call.id]?.isUp == false }
  }

  private func line() throws {
    try stage.needExtension(HSW_EXT_LINE)
    try stage.complete(stage.near.setRegistered(0))
    try step(.seconds(2))
    try stage.complete(stage.near.setRegistered(1))
    try step(.seconds(2))
  }

  /// Lets two hours pass in a call.
  private func hours() throws {
    let call = try stage.connect()
    for _ in 0..<12 { try step(.seconds(600)) }
    try stage.look(call)
    try stage.hangUp(call)
  }
}
