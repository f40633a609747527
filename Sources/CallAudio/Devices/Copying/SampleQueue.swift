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
