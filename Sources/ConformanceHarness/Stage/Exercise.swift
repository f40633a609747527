internal import TransportABI

/// Steps for tests that only need a plugin at work; they use as much as it supports.
package struct Exercise {
  let stage: Stage

  package init(_ stage: Stage) { self.stage = stage }

  /// Uses every feature of the plugin once, and judges none: that is left to other tests.
  ///
  /// On a real clock it waits one second at most for each step: with a host that refuses something many steps never come.
  package func run() {
    stage.longestWait = stage.loop.isRealTime ? .seconds(1) : nil
    defer { stage.longestWait = nil }
    stage.attempt {
      let call = try stage.dial()
      try stage.peer.ring(call)
      try stage.settle(.milliseconds(40))
      try stage.peer.answer(call)
      try stage.settle(.milliseconds(40))
      useFeatures(call)
      useAudio(call)
      try stage.peer.send("42#", call)
      try stage.peer.hold(call)
      try stage.peer.resume(call)
      try stage.settle(.milliseconds(40))
      _ = try stage.near.end(call)
      try stage.settle(.milliseconds(80))
    }
    stage.attempt {
      let call = try stage.ringing()
      _ = try stage.near.answer(call)
      try stage.settle(.milliseconds(40))
      try stage.peer.end(call)
      try stage.settle(.milliseconds(80))
    }
    stage.attempt {
      let call = try stage.dial()
      try stage.peer.decline(call)
      try stage.settle(.milliseconds(80))
    }
  }

  private func useFeatures(_ call: CallRef) {
    stage.attempt { _ = try stage.near.setHeld(call, 1) }
    stage.attempt { try stage.settle(.milliseconds(40)) }
    stage.attempt { _ = try stage.near.setHeld(call, 0) }
    stage.attempt { try stage.settle(.milliseconds(40)) }
    stage.attempt { _ = try stage.near.setMuted(call, 1) }
    stage.attempt { _ = try stage.near.play(call, "0123456789*#ABCD") }
    stage.attempt { _ = try stage.near.ping() }
    stage.attempt { _ = try stage.near.dump(call) }
    stage.attempt { _ = try stage.near.dump() }
    stage.attempt { _ = try stage.near.schema() }
    stage.attempt { _ = try stage.near.save() }
    stage.attempt { _ = try stage.peer.see(call) }
    stage.attempt { try stage.settle(.milliseconds(80)) }
    stage.attempt { try useHandover() }
  }

  /// Begins a handover that is refused at once.
  private func useHandover() throws {
    try stage.near.needHandoverOfCalls()
    let handover = Handover(stage)
    if try handover.prepare() == HSW_OK { _ = try handover.give() }
    try handover.refuse()
  }

  private func useAudio(_ call: CallRef) {
    stage.attempt {
      try stage.near.needAudio()
      defer { stage.near.stopMedia() }
      let sound = try stage.sound(call)
      stage.attempt { _ = try sound.say(440, 4) }
      try sound.detach()
      stage.near.media?.tickOnce()
      try stage.near.setAudioActive(0)
    }
  }
}
