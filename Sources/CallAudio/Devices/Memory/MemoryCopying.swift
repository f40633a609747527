internal import CallMixing
internal import TransportABI

/// The device's ends of the two rings.
///
/// `@unchecked Sendable`: a value behind its device's lock, which alone touches this end of the rings.
struct MemoryCopying: @unchecked Sendable {
  private var capture: CaptureFeed
  private var captureRing: hsw_ring
  private var playback: hsw_ring
  private let frame: Int
  private(set) var counters = AudioDeviceCounters()

  init(capture: AudioRing, playback: AudioRing) {
    self.capture = CaptureFeed(capture)
    captureRing = capture.table
    self.playback = playback.table
    frame = capture.samplesPerFrame
  }

  /// Hears all that is there, and says one frame if the one before was taken.
  mutating func copy(_ speech: inout [Int16], _ heard: inout [Int16]) {
    while hsw_ring_count(&playback) > 0, let slot = hsw_ring_front(&playback) { hear(slot, &heard) }
    if hsw_ring_count(&captureRing) == 0 { say(&speech) }
  }

  private mutating func hear(_ slot: UnsafePointer<hsw_slot>, _ heard: inout [Int16]) {
    if slot.pointee.flags & HSW_SLOT_SILENCE != 0 {
      heard.append(contentsOf: repeatElement(0, count: frame))
    } else {
      let count = Int(hsw_ring_bytes(&playback, slot)) / MemoryLayout<Int16>.size
      let samples = UnsafeRawPointer(slot + 1).assumingMemoryBound(to: Int16.self)
      heard.append(contentsOf: UnsafeBufferPointer(start: samples, count: count))
    }
    hsw_ring_pop(&playback)
    counters.played += UInt64(frame)
  }

  private mutating func say(_ speech: inout [Int16]) {
    var samples = [Int16](speech.prefix(frame))
    speech.removeFirst(samples.count)
    samples += repeatElement(0, count: frame - samples.count)
    samples.withUnsafeBufferPointer { capture.take($0) }
    counters.captured += UInt64(frame)
  }
}
