internal import TransportABI

// The audio of calls on a stage.
extension Stage {
  /// Returns the call's formats as the plugin lists them, valid or not.
  package func formats(_ call: CallRef, of instance: PluginInstance? = nil) throws -> [SoundFormat] {
    let near = instance ?? near
    let stride = UInt32(MemoryLayout<hsw_audio_format>.size)
    let asked = try near.formats(call, places: 0, stride: stride)
    guard asked.status == HSW_E_RANGE || asked.status == HSW_OK else {
      throw TestFailure(
        "audio.formats answered \(StatusName.of(asked.status)) to no room, should be HSW_E_RANGE and their number")
    }
    guard (1...64).contains(asked.count) else { throw TestFailure("audio.formats reports \(asked.count) formats, should be 1 to 64") }
    let list = try near.formats(call, places: asked.count, stride: stride)
    guard list.status == HSW_OK else {
      throw TestFailure(
        "audio.formats answered \(StatusName.of(list.status)) to room for the \(asked.count) formats that it reported")
    }
    return list.room.withUnsafeBytes { room in
      (0..<Int(min(list.count, asked.count))).map { place in
        SoundFormat(room.loadUnaligned(fromByteOffset: place * Int(stride), as: hsw_audio_format.self))
      }
    }
  }

  /// Returns the call's formats that the kit supports.
  /// - Throws: `TestSkip` if there is none.
  package func ourFormats(_ call: CallRef, of instance: PluginInstance? = nil) throws -> [SoundFormat] {
    let ours = try formats(call, of: instance).filter(\.isOurs)
    guard !ours.isEmpty else { throw TestSkip("the call has no format of 16-bit samples, one channel and 20 ms, which the kit speaks") }
    return ours
  }

  /// Returns an active call whose far end echoes.
  package func connectEcho() throws -> CallRef {
    try near.needAudio()
    let call = try connect()
    try peer.order(.echo, call)
    return call
  }

  /// Makes two rings for a call of the instance under test, without attaching them.
  package func rings(_ shape: SoundRing.Shape) throws -> [SoundRing] {
    let (toNet, fromNet) = try near.rings(shape, soundArena)
    return [toNet, fromNet]
  }

  /// Attaches the call's audio.
  package func sound(_ call: CallRef, _ format: SoundFormat? = nil, changing change: (inout SoundRing.Shape) -> Void = { _ in }) throws
    -> CallSound
  {
    try CallSound(self, call, of: near, format ?? ourFormats(call)[0], changing: change)
  }

  /// Passes one frame's time, with a tick at its end.
  package func passFrame() throws {
    near.process?.setTicking(true)
    defer { near.process?.setTicking(false) }
    try settle(loop.isRealTime ? untilNextFrame() : .milliseconds(20))
    near.media?.tickOnce()
    try farEnd?.passFrame()
  }

  /// Returns the time to the next frame on the real clock, so that a late frame does not delay all after it: the plugin counts on its own.
  private func untilNextFrame() -> Duration {
    let now = RealClock.now
    let due = (lastFrame ?? 0) + 20_000_000
    // After a pause the schedule begins anew.
    let next = due + 80_000_000 < now ? now + 20_000_000 : due
    lastFrame = next
    return next > now ? .nanoseconds(next - now) : .zero
  }
}

extension PluginInstance {
  /// Skips the test if the plugin offers no audio, and else tells it that the audio is its own.
  package func needAudio() throws {
    guard try offers(HSW_EXT_AUDIO) else { throw TestSkip("no extension \(HSW_EXT_AUDIO)") }
    try setAudioActive(1)
  }
}
