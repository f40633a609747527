internal import CallMixing
internal import TransportABI

/// The microphone's side of a capture ring: cuts what a device gives, in pieces of any size, into frames.
struct CaptureFeed {
  /// Left-out samples fade over 2.5 ms.
  static let fade = 120

  private(set) var captured: UInt64 = 0
  private(set) var lost: UInt64 = 0
  private(set) var skipped: UInt64 = 0

  private var ring: hsw_ring
  private let frame: Int
  private var queue = SampleQueue()
  private var slack = ClockSlack()
  private var underruns: UInt32

  init(_ ring: AudioRing) {
    self.ring = ring.table
    frame = ring.samplesPerFrame
    underruns = hsw_ring_underruns(&self.ring)
  }

  /// Takes what the microphone gave.
  mutating func take(_ samples: UnsafeBufferPointer<Int16>) {
    noteUnderruns()
    let waiting = Int(hsw_ring_count(&ring)) * frame + queue.count
    queue.append(samples)
    skipped += UInt64(queue.skip(slack.saw(waiting, after: samples.count), fade: Self.fade))
    while queue.count >= frame { push() }
  }

  /// Takes note of a hole: time in which the microphone gave nothing.
  mutating func miss(_ samples: Int) { lost += UInt64(samples) }

  /// Forgets what does not fill a frame yet: the device is another one now.
  mutating func restart() { queue.clear() }

  // The consumer counts them; a wrong guess only makes a window longer.
  private mutating func noteUnderruns() {
    let now = hsw_ring_underruns(&ring)
    if now != underruns { slack.ranEmpty() }
    underruns = now
  }

  private mutating func push() {
    guard let slot = hsw_ring_room(&ring) else {
      let scratch = UnsafeMutableBufferPointer<Int16>.allocate(capacity: frame)
      defer { scratch.deallocate() }
      lost += UInt64(queue.take(into: scratch))
      return
    }
    let samples = UnsafeMutableRawPointer(slot + 1).bindMemory(to: Int16.self, capacity: frame)
    let taken = queue.take(into: UnsafeMutableBufferPointer(start: samples, count: frame))
    slot.pointee.bytes = UInt32(taken * MemoryLayout<Int16>.size)
    slot.pointee.flags = 0
    slot.pointee.mono_ns = 0
    _ = hsw_ring_push(&ring)
    captured += UInt64(taken)
  }
}
