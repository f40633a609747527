internal import CallMixing

/// The device's side of a playback ring: turns frames into pieces of any size.
struct PlaybackDrain {
  private(set) var played: UInt64 = 0
  private(set) var silence: UInt64 = 0
  private(set) var skipped: UInt64 = 0

  private let ring: AudioRing
  private var frame: [Int16]
  private var queue = SampleQueue()
  private var slack = ClockSlack()
  private var isSounding = false

  init(_ ring: AudioRing) {
    self.ring = ring
    frame = [Int16](repeating: 0, count: ring.samplesPerFrame)
  }

  /// Fills `room` with the oldest samples, then with silence.
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

  /// Discards all waiting samples, which are too old to play.
  mutating func restart() {
    while next() != nil {}
    queue.clear()
    slack = ClockSlack()
    isSounding = false
  }

  private mutating func runsEmpty(_ missing: Int) {
    silence += UInt64(missing)
    slack.ranEmpty()
  }

  private mutating func trim(after samples: Int) {
    let waiting = ring.count * frame.count + queue.count
    let excess = slack.saw(waiting, after: samples)
    guard excess > 0 else { return }
    pull(excess + CaptureFeed.fade)
    skipped += UInt64(queue.skip(excess, fade: CaptureFeed.fade))
  }

  // Takes no more frames than needed: frames that stay in the ring can still be voided.
  private mutating func pull(_ wanted: Int) {
    while queue.count < wanted, let taken = next() {
      if taken.marks.contains(.silence) {
        queue.append(silence: frame.count)
      } else {
        frame.withUnsafeBufferPointer { queue.append(UnsafeBufferPointer(rebasing: $0[..<taken.samples])) }
      }
    }
  }

  private mutating func next() -> TakenFrame? { ring.count > 0 ? ring.take(into: &frame) : nil }
}
