public import CallMixing
internal import Locking

/// Samples in memory in place of a microphone and a loudspeaker, for tests and for programs that generate or consume audio.
///
/// Samples have a rate of 48,000 Hz. The device copies only in `pump`, once before each tick by hand.
public final class MemoryDevice: AudioDevice {
  private struct Memory: Sendable {
    var speech: [Int16] = []
    var heard: [Int16] = []
    var copying: MemoryCopying?
  }

  private let memory = Locked(Memory())

  /// Creates a silent device.
  public init() {}

  /// `open` from `open` to `close`.
  public var state: AudioDeviceState {
    memory.withLock { $0.copying == nil ? .closed : .open(Self.path) }
  }

  /// The samples captured and played.
  public var counters: AudioDeviceCounters { memory.withLock { $0.copying?.counters ?? AudioDeviceCounters() } }

  private static let path = AudioPath(output: "memory", input: "memory", route: .other("memory"))

  /// Starts copying, beginning with samples queued earlier by `speak`.
  ///
  /// - Throws: `wrongRate`.
  public func open(
    capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void
  ) throws(AudioDeviceError) {
    guard capture.rate == .fullband, playback.rate == .fullband else { throw .wrongRate() }
    memory.withLock { $0.copying = MemoryCopying(capture: capture, playback: playback) }
    events(.changed(.open(Self.path)))
  }

  /// Stops copying; samples played so far stay available.
  public func close() { memory.withLock { $0.copying = nil } }

  /// Queues samples to capture; silence follows them.
  public func speak(_ samples: [Int16]) { memory.withLock { $0.speech += samples } }

  /// Removes and returns the samples played since the last call.
  public func takeHeard() -> [Int16] {
    memory.withLock { memory in
      defer { memory.heard = [] }
      return memory.heard
    }
  }

  /// Takes the frames that the engine played, and puts the next captured frame.
  public func pump() {
    memory.withLock { memory in
      guard var copying = memory.copying else { return }
      copying.copy(&memory.speech, &memory.heard)
      memory.copying = copying
    }
  }
}

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
