import CallMixing

/// A tap filled in virtual time, as by an engine: a frame every 20 ms, left counting up, right counting down.
final class TestTap {
  private let arena = RingArena()
  let tap: RecordingTap
  let rate: AudioRate
  private(set) var frames = 0
  private var tick: UInt64 = 1_000

  init(_ rate: AudioRate = .narrowband) throws {
    self.rate = rate
    tap = try RecordingTap(id: 1, rate: rate, in: arena)
  }

  /// Puts frames until the ring is full, and returns how many.
  @discardableResult
  func put(_ count: Int) -> Int {
    for done in 0..<count {
      let first = frames * rate.samplesPerFrame
      guard tap.ring.put(Self.pairs(first..<first + rate.samplesPerFrame), at: tick * 20_000_000) else { return done }
      frames += 1
      tick += 1
    }
    return count
  }

  /// Skips ticks, as while the call is on hold.
  func hold(_ ticks: UInt64) { tick += ticks }

  /// Returns the samples of both channels that a file should contain.
  static func pairs(_ range: Range<Int>) -> [Int16] {
    [Int16](unsafeUninitializedCapacity: range.count * 2) { samples, count in
      count = range.count * 2
      var place = 0
      for index in range {
        samples[place] = Int16(truncatingIfNeeded: index)
        samples[place + 1] = Int16(truncatingIfNeeded: -index)
        place += 2
      }
    }
  }
}
