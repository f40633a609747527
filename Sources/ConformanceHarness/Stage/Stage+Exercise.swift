internal import TransportABI

// Steps for tests that only need a plugin at work; they use as much as it supports.
extension Stage {
  /// Returns an active call to the far end; nil if there is no far end.
  package func dialIfPossible() throws -> CallRef? {
    do {
      return try connect()
    } catch is TestSkip {
      return nil
    }
  }

  /// Uses every feature of the plugin once, and judges none: that is left to other tests.
  ///
  /// On a real clock it waits one second at most for each step: with a host that refuses something many steps never come.
  package func exercise() {
    longestWait = loop.isRealTime ? .seconds(1) : nil
    defer { longestWait = nil }
    attempt {
      let call = try self.dial()
      try self.peer.ring(call)
      try self.settle(.milliseconds(40))
      try self.peer.answer(call)
      try self.settle(.milliseconds(40))
      self.useFeatures(call)
      self.useAudio(call)
      try self.peer.send("42#", call)
      try self.peer.hold(call)
      try self.peer.resume(call)
      try self.settle(.milliseconds(40))
      _ = try self.near.end(call)
      try self.settle(.milliseconds(80))
    }
    attempt {
      let call = try self.ringing()
      _ = try self.near.answer(call)
      try self.settle(.milliseconds(40))
      try self.peer.end(call)
      try self.settle(.milliseconds(80))
    }
    attempt {
      let call = try self.dial()
      try self.peer.decline(call)
      try self.settle(.milliseconds(80))
    }
  }

  private func useFeatures(_ call: CallRef) {
    attempt { _ = try self.near.setHeld(call, 1) }
    attempt { try self.settle(.milliseconds(40)) }
    attempt { _ = try self.near.setHeld(call, 0) }
    attempt { try self.settle(.milliseconds(40)) }
    attempt { _ = try self.near.setMuted(call, 1) }
    attempt { _ = try self.near.play(call, "0123456789*#ABCD") }
    attempt { _ = try self.near.ping() }
    attempt { _ = try self.near.dump(call) }
    attempt { _ = try self.near.dump() }
    attempt { _ = try self.near.schema() }
    attempt { _ = try self.near.save() }
    attempt { _ = try self.peer.see(call) }
    attempt { try self.settle(.milliseconds(80)) }
    attempt { try self.useHandover() }
  }

  /// Begins a handover that is refused at once.
  private func useHandover() throws {
    try near.needHandoverOfCalls()
    let handover = Handover(self)
    if try handover.prepare() == HSW_OK { _ = try handover.give() }
    try handover.refuse()
  }

  private func useAudio(_ call: CallRef) {
    attempt {
      try self.near.needAudio()
      defer { self.near.stopMedia() }
      let sound = try self.sound(call)
      self.attempt { _ = try sound.say(440, 4) }
      try sound.detach()
      self.near.media?.tickOnce()
      try self.near.setAudioActive(0)
    }
  }

  /// Runs `body`, and notes an error instead of throwing it.
  package func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      run.note("left out: \(error)")
    }
  }
}
