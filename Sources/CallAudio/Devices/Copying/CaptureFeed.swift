internal import CallMixing

/// The device's side of a capture ring: cuts microphone samples of any count into frames.
struct CaptureFeed {
  /// The length of the cross-fade over dropped samples, 2.5 ms.
  static let fade = 120

  private(set) var captured: UInt64 = 0
  private(set) var lost: UInt64 = 0
  private(set) var skipped: UInt64 = 0

  private let ring: AudioRing
  private var frame: [Int16]
  private var queue = SampleQueue()
  private var slack = ClockSlack()
  private var underruns: UInt32

  init(_ ring: AudioRing) {
    self.ring = ring
    frame = [Int16](repeating: 0, count: ring.samplesPerFrame)
    underruns = ring.underruns
  }

  mutating func take(_ samples: UnsafeBufferPointer<Int16>) {
    noteUnderruns()
    let waiting = ring.queued * frame.count + queue.count
    queue.append(samples)
    skipped += UInt64(queue.skip(slack.saw(waiting, after: samples.count), fade: Self.fade))
    while queue.count >= frame.count { push() }
  }

  /// Counts a gap in which the microphone provided no samples.
  mutating func miss(_ samples: Int) { lost += UInt64(samples) }

  /// Discards an incomplete frame, because the device changed.
  mutating func restart() { queue.clear() }

  // The ring's consumer counts underruns concurrently; a stale value only lengthens the window.
  private mutating func noteUnderruns() {
    if ring.underruns != underruns { slack.ranEmpty() }
    underruns = ring.underruns
  }

  private mutating func push() {
    let count = UInt64(frame.withUnsafeMutableBufferPointer { queue.take(into: $0) })
    if ring.put(frame, at: 0) { captured += count } else { lost += count }
  }
}

/// Keeps two clocks together: computes how many surplus samples to drop.
///
/// The engine ticks by the machine's clock and a soundcard has its own; they drift apart by up to a frame in a few minutes. When the ring
/// runs empty, silence is inserted and the latency grows. When samples accumulate, the minimum that waited during a window was never
/// needed, so all of it but a margin is dropped. An empty ring makes the window four times as long, because the dropped samples were needed
/// after all; this way a machine that is sometimes late is not trimmed again and again.
struct ClockSlack {
  /// The samples that always may wait, 5 ms.
  static let margin = 240
  /// The smallest surplus worth dropping, 5 ms.
  static let worthwhile = 240
  /// The shortest and the longest window: 2 s and 64 s.
  static let windows = (shortest: 96_000, longest: 3_072_000)

  private var window = windows.shortest
  private var fewest = Int.max
  private var passed = 0

  /// Records that at least `waiting` samples waited while `samples` passed, and returns the number of samples to drop now.
  mutating func saw(_ waiting: Int, after samples: Int) -> Int {
    fewest = min(fewest, waiting)
    passed += samples
    guard passed >= window else { return 0 }
    let excess = fewest - Self.margin
    begin()
    return excess >= Self.worthwhile ? excess : 0
  }

  /// Records that the ring was empty when it should not have been.
  mutating func ranEmpty() {
    window = min(window * 4, Self.windows.longest)
    begin()
  }

  private mutating func begin() {
    fewest = .max
    passed = 0
  }
}
