internal import CallMixing
internal import TransportABI

/// The loudspeaker's side of a playback ring: gives a device pieces of any size out of frames.
struct PlaybackDrain {
  private(set) var played: UInt64 = 0
  private(set) var silence: UInt64 = 0
  private(set) var skipped: UInt64 = 0

  private var ring: hsw_ring
  private let frame: Int
  private var queue = SampleQueue()
  private var slack = ClockSlack()
  private var isSounding = false

  init(_ ring: AudioRing) {
    self.ring = ring.table
    frame = ring.samplesPerFrame
  }

  /// Fills `room` with the oldest samples, and with silence where there are too few.
  mutating func fill(_ room: UnsafeMutableBufferPointer<Int16>) {
    pull(room.count)
    let taken = queue.take(into: room)
    played += UInt64(taken)
    isSounding = isSounding || taken > 0
    if taken < room.count {
      for index in taken..<room.count { room[index] = 0 }
      if isSounding { runsEmpty(room.count - taken) }
    }
    if isSounding { trim(after: room.count) }
  }

  /// Forgets all that waits: it was meant to be heard long ago.
  mutating func restart() {
    while hsw_ring_count(&ring) > 0, hsw_ring_front(&ring) != nil { hsw_ring_pop(&ring) }
    queue.clear()
    slack = ClockSlack()
    isSounding = false
  }

  private mutating func runsEmpty(_ missing: Int) {
    silence += UInt64(missing)
    slack.ranEmpty()
  }

  private mutating func trim(after samples: Int) {
    let waiting = Int(hsw_ring_count(&ring)) * frame + queue.count
    let excess = slack.saw(waiting, after: samples)
    guard excess > 0 else { return }
    pull(excess + CaptureFeed.fade)
    skipped += UInt64(queue.skip(excess, fade: CaptureFeed.fade))
  }

  // Only as many frames as are needed: what stays in the ring can still be made void.
  private mutating func pull(_ wanted: Int) {
    while queue.count < wanted, hsw_ring_count(&ring) > 0, let slot = hsw_ring_front(&ring) {
      let count = min(Int(hsw_ring_bytes(&ring, slot)) / MemoryLayout<Int16>.size, frame)
      if slot.pointee.flags & HSW_SLOT_SILENCE != 0 {
        queue.append(silence: frame)
      } else {
        let samples = UnsafeRawPointer(slot + 1).assumingMemoryBound(to: Int16.self)
        queue.append(UnsafeBufferPointer(start: samples, count: count))
      }
      hsw_ring_pop(&ring)
    }
  }
}
