internal import CallMixing

/// The device's ends of the two rings, and its counters.
struct MemoryCopying: Sendable {
  private let capture: AudioRing
  private let playback: AudioRing
  private var frame: [Int16]
  private(set) var counters = AudioDeviceCounters()

  init(capture: AudioRing, playback: AudioRing) {
    self.capture = capture
    self.playback = playback
    frame = [Int16](repeating: 0, count: capture.samplesPerFrame)
  }

  /// Takes all frames to play, and puts the next frame to capture if the engine took the previous one.
  mutating func copy(_ speech: inout [Int16], _ heard: inout [Int16]) {
    while playback.count > 0, let taken = playback.take(into: &frame) {
      heard += taken.marks.contains(.silence) ? [Int16](repeating: 0, count: frame.count) : frame
      counters.played += UInt64(frame.count)
    }
    if capture.queued == 0 { say(&speech) }
  }

  private mutating func say(_ speech: inout [Int16]) {
    let count = min(speech.count, frame.count)
    for index in frame.indices { frame[index] = index < count ? speech[index] : 0 }
    speech.removeFirst(count)
    if capture.put(frame, marks: count == 0 ? .silence : [], at: 0) { counters.captured += UInt64(frame.count) }
  }
}
