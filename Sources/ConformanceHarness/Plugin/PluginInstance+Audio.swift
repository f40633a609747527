package import TransportABI

// The functions of audio/1.
extension PluginInstance {
  /// The result of `formats`.
  package struct FormatList {
    package let status: hsw_status
    /// The number of formats that it reported.
    package let count: UInt32
    /// The bytes of the room, which ends at a guard page.
    package let room: [UInt8]
  }

  /// Asks for the formats with room for `places` entries, `stride` bytes apart, prefilled with 0xE7 except for their sizes.
  package func formats(_ call: CallRef, places: UInt32, stride: UInt32) throws -> FormatList {
    let function = try need(need(HSW_EXT_AUDIO, hsw_audio()).formats, "audio.formats")
    return cross("audio.formats", call: call.id, saying: "room for \(places)") { lender in
      let length = Int(places * stride)
      let room = lender.raw(length)
      room.initializeMemory(as: UInt8.self, repeating: 0xE7, count: length)
      for place in 0..<Int(places) { room.storeBytes(of: stride, toByteOffset: place * Int(stride), as: UInt32.self) }
      let count = lender.raw(4).assumingMemoryBound(to: UInt32.self)
      count.pointee = places
      let out = places == 0 ? nil : room.assumingMemoryBound(to: hsw_audio_format.self)
      let status = function(table.ctx, call.handle, out, stride, count)
      return FormatList(status: status, count: count.pointee, room: Array(UnsafeRawBufferPointer(start: room, count: length)))
    }
  }

  package func attach(_ call: CallRef, _ format: SoundFormat, toNet: SoundRing, fromNet: SoundRing) throws -> hsw_status {
    let function = try need(need(HSW_EXT_AUDIO, hsw_audio()).attach, "audio.attach")
    return withoutTicks {
      cross("audio.attach", call: call.id, saying: format.text) { lender in
        function(table.ctx, call.handle, format.lent(by: lender), lender.sized(toNet.view), lender.sized(fromNet.view))
      }
    }
  }

  package func detach(_ call: CallRef) throws {
    let function = try need(need(HSW_EXT_AUDIO, hsw_audio()).detach, "audio.detach")
    withoutTicks { cross("audio.detach", call: call.id) { _ in function(table.ctx, call.handle) } }
  }

  /// Calls `active`, if the plugin has it, to say that the audio is its own (1) or not (0).
  func setAudioActive(_ on: UInt32) throws {
    guard let function = try need(HSW_EXT_AUDIO, hsw_audio()).active else { return }
    cross("audio.active", saying: "on \(on)") { _ in function(table.ctx, on) }
  }

  /// Returns the thread that ticks the audio, started now if needed; nil where the plugin has its own clock.
  package func startMedia() throws -> MediaThread? {
    if let media { return media }
    guard let tick = try need(HSW_EXT_AUDIO, hsw_audio()).tick else { return nil }
    let started = try MediaThread(tick, table.ctx, host)
    media = started
    return started
  }

  /// True when its own process ticks its audio, in step with the loop.
  package var isTickedApart: Bool { process?.ticks(pointer) == true }

  /// Makes the two rings of a call, in memory that the plugin reaches.
  func rings(_ shape: SoundRing.Shape, _ arena: GuardedArena) throws -> (toNet: SoundRing, fromNet: SoundRing) {
    guard let process else { return (SoundRing(shape, arena), SoundRing(shape, arena)) }
    // Both in one region.
    let length = SoundRing.sharedBytes(shape)
    let start = try process.ringMemory(2 * length)
    return (SoundRing(shape, at: start), SoundRing(shape, at: start + length))
  }

  /// Ends the thread that ticks the audio.
  package func stopMedia() {
    media?.end()
    media = nil
  }

  func withoutTicks<Result>(_ body: () -> Result) -> Result {
    guard let media else { return body() }
    return media.withoutTicks(body)
  }
}
