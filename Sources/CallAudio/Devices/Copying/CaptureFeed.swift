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
