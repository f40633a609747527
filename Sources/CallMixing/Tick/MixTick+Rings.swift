internal import CMediaThread
internal import CResampling
internal import TransportABI

/// The transfer of frames from and to one member's rings.
extension MixTick {
  /// Takes the member's oldest frame, which stays in its slot until `finish`, and sets `said` and `heard` (nil for silence).
  func take(_ member: inout MemberRow, groupSamples: Int) {
    let strip = member.strip
    let hasJoined = strip.pointee.lastTick &+ 1 != number
    strip.pointee.lastTick = number
    member.said = nil
    member.heard = nil
    var ring = member.block.inward.table
    dropStale(&ring, strip, hasJoined: hasJoined)
    guard let slot = hsw_ring_front(&ring) else {
      hookswitch_figure_add(&strip.pointee.missing, 1)
      return settle(&member, nil, groupSamples: groupSamples)
    }
    hookswitch_figure_add(&strip.pointee.taken, 1)
    let flags = slot.pointee.flags
    if flags & UInt32(HSW_SLOT_CONCEALED) != 0 { hookswitch_figure_add(&strip.pointee.concealed, 1) }
    if flags & UInt32(HSW_SLOT_GAP_BEFORE) != 0 { hookswitch_figure_add(&strip.pointee.gaps, 1) }
    member.heard = slot
    let isSilent = flags & UInt32(HSW_SLOT_SILENCE) != 0
    settle(&member, isSilent ? nil : whole(slot, of: &ring, samples: member.block.rate.samplesPerFrame), groupSamples: groupSamples)
  }

  /// Returns the slot of `take` to the ring.
  func finish(_ member: inout MemberRow) {
    guard member.heard != nil else { return }
    var ring = member.block.inward.table
    hsw_ring_pop(&ring)
    member.heard = nil
    member.said = nil
  }

  /// Sends `sums` minus `own` as a frame; nil `sums` sends silence.
  func send(_ member: inout MemberRow, _ sums: FrameMath.Sums?, without own: FrameMath.Samples?, groupSamples: Int) {
    let strip = member.strip
    var ring = member.block.outward.table
    guard let slot = hsw_ring_room(&ring) else {
      hookswitch_figure_add(&strip.pointee.refused, 1)
      hookswitch_figure_add(&strip.pointee.refusedInARow, 1)
      member.sent = nil
      return
    }
    let samples = member.block.rate.samplesPerFrame
    let frame = AudioRing.samples(of: slot)
    wake(member.fitting)
    if let resampler = member.fitting?.pointee.outOf {
      let mixed = desk.pointee.frame
      write(sums, without: own, to: mixed, groupSamples)
      hookswitch_resampler_frame(resampler, mixed, frame)
    } else {
      write(sums, without: own, to: frame, samples)
    }
    slot.pointee.bytes = UInt32(samples * MemoryLayout<Int16>.size)
    slot.pointee.flags = (sums == nil ? UInt32(HSW_SLOT_SILENCE) : 0) | (strip.pointee.refusedInARow > 0 ? UInt32(HSW_SLOT_GAP_BEFORE) : 0)
    slot.pointee.mono_ns = time
    hookswitch_figure_set(&strip.pointee.refusedInARow, 0)
    hookswitch_figure_add(&strip.pointee.given, 1)
    // wake_fd is -1: no consumer sleeps on a ring that the engine made.
    _ = hsw_ring_push(&ring)
    member.sent = UnsafePointer(slot)
  }

  private func write(_ sums: FrameMath.Sums?, without own: FrameMath.Samples?, to frame: UnsafeMutablePointer<Int16>, _ count: Int) {
    if let sums { FrameMath.write(sums, without: own, to: frame, count: count) } else { FrameMath.silence(frame, count: count) }
  }

  /// Sets the member's audio for this tick, at the group's rate, and its level.
  private func settle(_ member: inout MemberRow, _ frame: FrameMath.Samples?, groupSamples: Int) {
    let samples = member.block.rate.samplesPerFrame
    let level = frame.map { FrameMath.level(of: $0, count: samples) } ?? .silence
    hookswitch_figure_set(&member.strip.pointee.level, level.packed)
    wake(member.fitting)
    guard let resampler = member.fitting?.pointee.into, let held = member.fitting?.pointee.held else {
      member.said = frame
      return
    }
    if let frame {
      hookswitch_resampler_frame(resampler, frame, held)
      member.said = UnsafePointer(held)
    } else {
      FrameMath.silence(desk.pointee.frame, count: samples)
      hookswitch_resampler_frame(resampler, desk.pointee.frame, held)
    }
  }

  /// Returns the samples of `slot`, padded with silence in place: the slot is the consumer's until popped.
  private func whole(_ slot: UnsafePointer<hsw_slot>, of ring: inout hsw_ring, samples: Int) -> FrameMath.Samples {
    let given = Int(hsw_ring_bytes(&ring, slot)) / MemoryLayout<Int16>.size
    if given < samples {
      let rest = UnsafeMutablePointer(mutating: AudioRing.samples(of: slot)) + given
      rest.update(repeating: 0, count: samples - given)
    }
    return AudioRing.samples(of: slot)
  }

  /// Drops frames from before the leg joined, and half of a ring that filled up, because its latency would never shrink.
  private func dropStale(_ ring: inout hsw_ring, _ strip: UnsafeMutablePointer<LegStrip>, hasJoined: Bool) {
    let count = hsw_ring_count(&ring)
    let isFull = count >= ring.n_slots
    guard isFull || (hasJoined && count > 1) else { return }
    let stale = hasJoined ? (isFull ? count : count - 1) : count / 2
    for _ in 0..<stale where hsw_ring_front(&ring) != nil { hsw_ring_pop(&ring) }
    hookswitch_figure_add(&strip.pointee.dropped, UInt64(stale))
  }

  /// Resets the resamplers of a fitting on its first use after a pause.
  private func wake(_ fitting: UnsafeMutablePointer<Fitting>?) {
    guard let fitting, fitting.pointee.lastTick != number else { return }
    let hasPaused = fitting.pointee.lastTick &+ 1 != number
    fitting.pointee.lastTick = number
    guard hasPaused else { return }
    if let into = fitting.pointee.into { hookswitch_resampler_reset(into) }
    if let outOf = fitting.pointee.outOf { hookswitch_resampler_reset(outOf) }
  }
}
