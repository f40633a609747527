internal import TransportABI

/// Calls of every kind, one after the other: how each begins, what is done with it, and how it ends.
struct LifeOfCalls {
  private let stage: Stage

  init(_ stage: Stage) { self.stage = stage }

  /// Plays all of them.
  func play() {
    playIncoming()
    playOutgoing()
    playFailures()
    playPairs()
    playTransfers()
    playStrangers()
    playCrowd()
  }

  private var near: PluginInstance { stage.near }

  private func pass(_ time: Duration = .milliseconds(60)) { stage.attempt { try stage.settle(time) } }

  private func end(_ call: CallRef) {
    stage.attempt { _ = try near.end(call) }
    pass()
  }

  private func playIncoming() {
    for why in [HSW_WHY_HANGUP, HSW_WHY_DECLINED, HSW_WHY_BUSY] {
      stage.attempt { _ = try near.end(stage.ringing(), why: why) }
      pass()
    }
    stage.attempt { try stage.peer.end(stage.ringing()) }
    pass()
    stage.attempt {
      let call = try stage.answered()
      stage.attempt { _ = try near.setMuted(call, 1) }
      stage.attempt { _ = try near.setMuted(call, 0) }
      end(call)
    }
    stage.attempt {
      let call = try stage.ringing()
      _ = try near.answer(call)
      _ = try near.end(call)
      pass()
    }
    near.host.book { $0.refusesIncoming = HSW_E_BUSY }
    stage.attempt { try stage.peer.callUs(from: CallTarget(stage.peer.target().kindText, "5550177")) }
    pass()
    near.host.book { $0.refusesIncoming = nil }
  }

  private func playOutgoing() {
    stage.attempt {
      let call = try stage.connect()
      for kind in [HSW_DTMF_TONE, HSW_DTMF_SOFT_PAUSE, HSW_DTMF_HARD_PAUSE] { stage.attempt { _ = try near.play(call, "1", kind: kind) } }
      stage.attempt { _ = try near.setHeld(call, 1) }
      pass()
      stage.attempt { try stage.peer.hold(call) }
      pass()
      stage.attempt { _ = try near.setHeld(call, 0) }
      stage.attempt { try stage.peer.resume(call) }
      pass()
      stage.attempt { _ = try near.dump(call, level: 5) }
      stage.attempt { try stage.peer.end(call) }
      pass()
    }
    // A start that is given up, before and after the far end rings.
    stage.attempt {
      let start = try near.start(near.mintCall(), stage.peer.target())
      try near.cancel(start.id)
      pass()
    }
    stage.attempt {
      let call = try stage.dial()
      stage.attempt { try stage.peer.ring(call) }
      pass()
      end(call)
    }
  }

  private func playFailures() {
    for order in [PeerOrder.decline, .busy] {
      stage.attempt { try stage.peer.order(order, stage.dial()) }
      pass()
    }
    stage.attempt { _ = try stage.startToNobody() }
    stage.attempt { _ = try near.start(near.mintCall(), CallTarget(stage.peer.target().kindText, "no such number")) }
    stage.attempt { _ = try near.start(near.mintCall(), CallTarget("no-such-kind", "1")) }
    pass(.milliseconds(200))
    stage.attempt {
      let call = try stage.connect()
      try stage.peer.vanish(call)
      // Longer than a transport may wait for a far end that is silent.
      stage.attempt { try stage.settleBriefly(180) }
      if near.ledger.calls[call.id]?.isUp == true { end(call) }
    }
  }

  private func playPairs() {
    stage.attempt {
      try stage.needRoom(for: 2)
      let (one, two) = (try stage.connect(), try stage.connect())
      stage.attempt { _ = try near.setGroup(one, with: two) }
      pass()
      stage.attempt { _ = try near.setGroup(one, with: nil) }
      pass()
      stage.attempt { _ = try near.transfer(one, with: two) }
      pass(.milliseconds(300))
      for call in [one, two] where near.ledger.calls[call.id]?.isUp == true { end(call) }
    }
  }

  private func playTransfers() {
    stage.attempt {
      let call = try stage.connect()
      _ = try near.transfer(call, to: CallTarget(stage.peer.target().kindText, "5550123"))
      pass(.milliseconds(300))
      if near.ledger.calls[call.id]?.isUp == true { end(call) }
    }
    for accepted: UInt32 in [0, 1] {
      stage.attempt {
        let call = try stage.connect()
        try stage.peer.order(.askTransfer(to: "5550124"), call)
        pass()
        stage.attempt { _ = try near.verdict(call, accepted: accepted) }
        pass()
        if near.ledger.calls[call.id]?.isUp == true { end(call) }
      }
    }
    stage.attempt {
      let call = try stage.ringing()
      stage.attempt { _ = try near.deflect(call, to: CallTarget(stage.peer.target().kindText, "5550125")) }
      pass(.milliseconds(300))
      if near.ledger.calls[call.id]?.isUp == true { end(call) }
    }
  }

  /// Requests on calls that do not exist.
  private func playStrangers() {
    let stranger = CallRef(id: 0x7777)
    stage.attempt { _ = try near.answer(stranger) }
    stage.attempt { _ = try near.end(stranger) }
    stage.attempt { try near.shown(stranger) }
    stage.attempt { try near.cancel(0x7777) }
    stage.attempt { _ = try near.setHeld(stranger, 1) }
    stage.attempt { _ = try near.setMuted(stranger, 1) }
    stage.attempt { _ = try near.play(stranger, "1") }
    stage.attempt { _ = try near.setGroup(stranger, with: nil) }
    stage.attempt { _ = try near.dump(stranger) }
    pass()
  }

  /// As many calls as there may be, and one more.
  private func playCrowd() {
    stage.attempt {
      let limit = try stage.callLimit()
      let count = min(limit == 0 ? 4 : limit, 8)
      let calls = (0...count).compactMap { _ in try? stage.connect() }
      pass()
      calls.forEach(end)
    }
  }
}
