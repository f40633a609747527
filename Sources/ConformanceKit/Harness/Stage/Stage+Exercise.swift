internal import TransportABI

// What tests do that need a plugin at work and are about something else: as much as the plugin plays along with.
extension Stage {
  /// A call to the far end that is up; nil where there is no far end to be had.
  func dialIfPossible() throws -> CallRef? {
    do {
      return try connect()
    } catch is TestSkip {
      return nil
    }
  }

  /// Uses everything that the plugin offers once, and judges none of it.
  ///
  /// - Throws: nothing; what does not work is the business of the tests that say so.
  func exercise() {
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

  /// Does it, and goes on whatever comes of it.
  func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      run.note("left out: \(error)")
    }
  }
}
