/// Samples that wait, the oldest first.
struct SampleQueue {
  private var samples: [Int16] = []
  private var first = 0

  /// How many wait.
  var count: Int { samples.count - first }

  /// Adds samples at the end.
  mutating func append(_ added: UnsafeBufferPointer<Int16>) { samples.append(contentsOf: added) }

  /// Adds silence at the end.
  mutating func append(silence count: Int) { samples.append(contentsOf: repeatElement(0, count: count)) }

  /// Takes the oldest out, as many as there are and `room` holds; answers how many that were.
  mutating func take(into room: UnsafeMutableBufferPointer<Int16>) -> Int {
    let taken = min(room.count, count)
    for index in 0..<taken { room[index] = samples[first + index] }
    drop(taken)
    return taken
  }

  /// Leaves out the oldest `skipped` samples and fades over from before them to after them, so that nobody hears a click; answers how many were
  /// left out: none when too few wait.
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

  /// Forgets all.
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
