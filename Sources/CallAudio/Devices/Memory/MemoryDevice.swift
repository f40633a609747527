public import CallMixing
internal import Locking

/// Samples in memory in place of a microphone and a loudspeaker: for tests, and for whoever makes and takes sound himself.
///
/// Its samples are of 48,000 Hz. It copies in `pump` alone, once before each tick by hand.
public final class MemoryDevice: AudioDevice {
  private struct Memory: Sendable {
    var speech: [Int16] = []
    var heard: [Int16] = []
    var copying: MemoryCopying?
  }

  private let memory = Locked(Memory())

  /// Makes one that is silent and has heard nothing.
  public init() {}

  /// Open from `open` to `close`.
  public var state: AudioDeviceState {
    memory.withLock { $0.copying == nil ? .closed : .open(Self.path) }
  }

  /// What was spoken and heard.
  public var counters: AudioDeviceCounters { memory.withLock { $0.copying?.counters ?? AudioDeviceCounters() } }

  private static let path = AudioPath(output: "memory", input: "memory", route: .other("memory"))

  /// Begins; samples that were to be spoken before are spoken now.
  ///
  /// - Throws: `wrongRate`.
  public func open(
    capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void
  ) throws(AudioDeviceError) {
    guard capture.rate == .fullband, playback.rate == .fullband else { throw .wrongRate() }
    memory.withLock { $0.copying = MemoryCopying(capture: capture, playback: playback) }
    events(.changed(.open(Self.path)))
  }

  /// Ends; what was heard stays.
  public func close() { memory.withLock { $0.copying = nil } }

  /// Says samples, after those that were to be said already; silence follows.
  public func speak(_ samples: [Int16]) { memory.withLock { $0.speech += samples } }

  /// Takes out what was heard since the last time.
  public func takeHeard() -> [Int16] {
    memory.withLock { memory in
      defer { memory.heard = [] }
      return memory.heard
    }
  }

  /// Hears what the engine has played and says the next frame.
  public func pump() {
    memory.withLock { memory in
      guard var copying = memory.copying else { return }
      copying.copy(&memory.speech, &memory.heard)
      memory.copying = copying
    }
  }
}
