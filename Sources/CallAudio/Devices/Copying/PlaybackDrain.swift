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

struct SampleQueue {
  private var samples: [Int16] = []
  private var first = 0

  var count: Int { samples.count - first }

  mutating func append(_ added: UnsafeBufferPointer<Int16>) { samples.append(contentsOf: added) }

  mutating func append(silence count: Int) { samples.append(contentsOf: repeatElement(0, count: count)) }

  /// Moves the oldest samples into `room` and returns how many.
  mutating func take(into room: UnsafeMutableBufferPointer<Int16>) -> Int {
    let taken = min(room.count, count)
    for index in 0..<taken { room[index] = samples[first + index] }
    drop(taken)
    return taken
  }

  /// Drops the oldest `skipped` samples with a cross-fade, which avoids a click.
  ///
  /// Returns the number of samples dropped: 0 when too few wait.
  mutating func skip(_ skipped: Int, fade: Int) -> Int {
    guard skipped > 0, count >= skipped + fade else { return 0 }
    for index in 0..<fade {
      let before = Int(samples[first + index]) * (fade - index)
      let after = Int(samples[first + skipped + index]) * index
      samples[first + skipped + index] = Int16((before + after) / fade)
    }
    drop(skipped)
    return skipped
  }

  mutating func clear() {
    samples.removeAll(keepingCapacity: true)
    first = 0
  }

  private mutating func drop(_ count: Int) {
    first += count
    if first == samples.count {
      clear()
    } else if first > 4_800 {
      samples.removeFirst(first)
      first = 0
    }
  }
}
