internal import CallMixing
internal import Locking
internal import TransportABI

/// Two files and the rings that they stand behind.
///
/// `@unchecked Sendable`: `copy` runs on the device's thread, or on that of whoever pumps by hand, one at a time, and alone touches the files and this
/// end of the rings; what others see is behind a lock.
final class FileCopying: @unchecked Sendable {
  private let reader: WaveReader?
  private var writer: WaveWriter?
  private let repeats: Bool
  private let depth: UInt32
  private var capture: hsw_ring
  private var playback: PlaybackDrain
  private var playbackRing: hsw_ring
  private let frame: Int
  private var samples: [Int16]
  private let shown = Locked(AudioDeviceCounters())

  /// What was read and written.
  var counters: AudioDeviceCounters { shown.withLock { $0 } }

  /// `depth` is how many frames wait for the engine.
  init(reader: WaveReader?, writer: WaveWriter?, repeats: Bool, depth: UInt32, capture: AudioRing, playback: AudioRing) {
    self.reader = reader
    self.writer = writer
    self.repeats = repeats
    self.depth = depth
    self.capture = capture.table
    self.playback = PlaybackDrain(playback)
    playbackRing = playback.table
    frame = capture.samplesPerFrame
    samples = [Int16](repeating: 0, count: frame)
  }

  /// Fills the one ring up and empties the other.
  func copy() {
    while hsw_ring_count(&capture) < depth { speak() }
    while hsw_ring_count(&playbackRing) > 0 { hear() }
  }

  private func speak() {
    guard let slot = hsw_ring_room(&capture) else { return }
    let samples = UnsafeMutableRawPointer(slot + 1).bindMemory(to: Int16.self, capacity: frame)
    let room = UnsafeMutableBufferPointer(start: samples, count: frame)
    let count = reader?.read(into: room, repeating: repeats) ?? 0
    for index in count..<frame { room[index] = 0 }
    slot.pointee.bytes = UInt32(frame * MemoryLayout<Int16>.size)
    slot.pointee.flags = count == 0 ? HSW_SLOT_SILENCE : 0
    slot.pointee.mono_ns = 0
    _ = hsw_ring_push(&capture)
    shown.withLock { $0.captured += UInt64(count) }
  }

  private func hear() {
    samples.withUnsafeMutableBufferPointer { playback.fill($0) }
    shown.withLock { [frame] in $0.played += UInt64(frame) }
    do { try writer?.write(samples) } catch { writer = nil }
  }
}
