internal import CallMixing
internal import Locking

/// Copies between two sound files and the two rings.
///
/// `@unchecked Sendable`: `copy` runs on the device's thread, or on the one thread that pumps by hand, and only `copy` touches the files
/// and this end of the rings; a lock protects the counters.
final class FileCopying: @unchecked Sendable {
  private let reader: WaveReader?
  private var writer: WaveWriter?
  private let repeats: Bool
  private let depth: Int
  private let capture: AudioRing
  private let playback: AudioRing
  private var frame: [Int16]
  private let shown = Locked(AudioDeviceCounters())

  var counters: AudioDeviceCounters { shown.withLock { $0 } }

  /// Creates the copier; `depth` is the number of frames kept ready for the engine.
  init(reader: WaveReader?, writer: WaveWriter?, repeats: Bool, depth: Int, capture: AudioRing, playback: AudioRing) {
    self.reader = reader
    self.writer = writer
    self.repeats = repeats
    self.depth = depth
    self.capture = capture
    self.playback = playback
    frame = [Int16](repeating: 0, count: capture.samplesPerFrame)
  }

  /// Fills the capture ring and empties the playback ring.
  func copy() {
    while capture.queued < depth, speak() {}
    while playback.count > 0, let taken = playback.take(into: &frame) { hear(taken) }
  }

  private func speak() -> Bool {
    let count = frame.withUnsafeMutableBufferPointer { reader?.read(into: $0, repeating: repeats) ?? 0 }
    for index in count..<frame.count { frame[index] = 0 }
    shown.withLock { $0.captured += UInt64(count) }
    return capture.put(frame, marks: count == 0 ? .silence : [], at: 0)
  }

  private func hear(_ taken: TakenFrame) {
    if taken.marks.contains(.silence) { frame = [Int16](repeating: 0, count: frame.count) }
    shown.withLock { [frame] in $0.played += UInt64(frame.count) }
    do { try writer?.write(frame) } catch { writer = nil }
  }
}
