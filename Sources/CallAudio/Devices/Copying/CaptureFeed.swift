internal import CallMixing

/// The microphone's side of a capture ring: cuts what a device gives, in pieces of any size, into frames.
struct CaptureFeed {
  /// Left-out samples fade over 2.5 ms.
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

  /// Takes what the microphone gave.
  mutating func take(_ samples: UnsafeBufferPointer<Int16>) {
    noteUnderruns()
    let waiting = ring.queued * frame.count + queue.count
    queue.append(samples)
    skipped += UInt64(queue.skip(slack.saw(waiting, after: samples.count), fade: Self.fade))
    while queue.count >= frame.count { push() }
  }

  /// Takes note of a hole: time in which the microphone gave nothing.
  mutating func miss(_ samples: Int) { lost += UInt64(samples) }

  /// Forgets what does not fill a frame yet: the device is another one now.
  mutating func restart() { queue.clear() }

  // The consumer counts them; a wrong guess only makes a window longer.
  private mutating func noteUnderruns() {
    if ring.underruns != underruns { slack.ranEmpty() }
    underruns = ring.underruns
  }

  private mutating func push() {
    let count = UInt64(frame.withUnsafeMutableBufferPointer { queue.take(into: $0) })
    if ring.put(frame, at: 0) { captured += count } else { lost += count }
  }
}
