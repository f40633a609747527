internal import TransportABI

/// The recording of frames.
extension MixTick {
  /// Records a call: left the frame sent in this tick, right the far end's.
  func record(_ member: MemberRow) {
    guard let tap = member.tap else { return }
    let left = member.sent.map { AudioRing.samples(of: $0) }
    let isSilent = (member.heard?.pointee.flags ?? 0) & UInt32(HSW_SLOT_SILENCE) != 0
    let right = isSilent ? nil : member.heard.map { AudioRing.samples(of: $0) }
    write(left, right, to: tap, samples: member.block.rate.samplesPerFrame)
  }

  /// Records a group: left the microphone or, without a device, the first member; right all calls or, without a device, the others.
  func record(_ group: GroupRow, _ sums: FrameMath.Sums, voices: Int, left: FrameMath.Samples?) {
    guard var tap = group.tap else { return }
    let isFirstMember = group.device == nil && left != nil
    FrameMath.write(sums, without: isFirstMember ? left : nil, to: desk.pointee.frame, count: group.samples)
    write(left, UnsafePointer(desk.pointee.frame), to: &tap, samples: group.samples)
  }

  private func write(_ left: FrameMath.Samples?, _ right: FrameMath.Samples?, to ring: UnsafePointer<hsw_ring>, samples: Int) {
    guard let slot = hsw_ring_room(ring) else { return }
    FrameMath.interleave(left, right, to: AudioRing.samples(of: slot), count: samples)
    slot.pointee.bytes = UInt32(2 * samples * MemoryLayout<Int16>.size)
    slot.pointee.flags = left == nil && right == nil ? UInt32(HSW_SLOT_SILENCE) : 0
    slot.pointee.mono_ns = time
    _ = hsw_ring_push(ring)
  }
}
