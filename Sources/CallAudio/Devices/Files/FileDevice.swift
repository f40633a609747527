public import CallMixing
internal import Locking
internal import TransportABI

/// Sound files in place of a microphone and a loudspeaker: for servers that play an announcement, for tests and demonstrations.
///
/// It has no clock of its own and follows the engine's: whatever the engine takes is read, whatever it gives is written.
public final class FileDevice: AudioDevice {
  /// Who moves the samples.
  public enum Pace: Sendable {
    /// A thread of the device's own, for an engine that runs in real time.
    case thread
    /// Whoever calls `pump`, once before each tick.
    case byHand
  }

  private let microphone: String?
  private let loudspeaker: String?
  private let repeats: Bool
  private let pace: Pace
  private let current = Locked<FileCopying?>(nil)
  private let thread = Locked<WorkThread?>(nil)

  /// Describes a device.
  ///
  /// `microphone` is a sound file of any format, rate and number of channels, silence unless said; with `repeats` it begins anew at its end and else
  /// is silent from there on. `loudspeaker` is a WAV file of 48,000 Hz to write, and to replace if it is there.
  public init(microphone: String? = nil, loudspeaker: String? = nil, repeats: Bool = false, pace: Pace = .thread) {
    self.microphone = microphone
    self.loudspeaker = loudspeaker
    self.repeats = repeats
    self.pace = pace
  }

  deinit { close() }

  /// Open as soon as `open` has returned.
  public var state: AudioDeviceState { current.withLock { $0 == nil ? .closed : .open(path) } }

  /// What has been read and written.
  public var counters: AudioDeviceCounters { current.withLock { $0?.counters ?? AudioDeviceCounters() } }

  private var path: AudioPath { AudioPath(output: loudspeaker, input: microphone, route: .other("file")) }

  /// Opens the files and, with a thread of its own, begins.
  ///
  /// - Throws: `unreadable`, `unwritable`, or `exhausted` when the system gives no thread.
  public func open(
    capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void
  ) throws(AudioDeviceError) {
    close()
    guard capture.rate == .fullband, playback.rate == .fullband else { throw .wrongRate() }
    let depth = pace == .thread ? 2 : 1
    let copying = FileCopying(
      reader: try microphone.map { name throws(AudioDeviceError) in try WaveReader(name, rate: .fullband) },
      writer: try loudspeaker.map { name throws(AudioDeviceError) in try Self.writer(name) },
      repeats: repeats, depth: depth, capture: capture, playback: playback)
    current.withLock { $0 = copying }
    if pace == .thread { try begin(copying) }
    events(.changed(.open(path)))
  }

  /// Ends the thread and the files.
  public func close() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    running?.stop()
    current.withLock { $0 = nil }
  }

  /// Copies what is there, when nobody else does.
  ///
  /// A file that cannot be written further is given up, and the counters stand still.
  public func pump() {
    if pace == .byHand { current.withLock { $0 }?.copy() }
  }

  private func begin(_ copying: FileCopying) throws(AudioDeviceError) {
    let started = WorkThread("audio-files") {
      copying.copy()
      return 5
    }
    guard let started else {
      current.withLock { $0 = nil }
      throw AudioDeviceError(.exhausted, "audio-files", "the system gives no thread; end some processes, or raise its limits.")
    }
    thread.withLock { $0 = started }
  }

  private static func writer(_ name: String) throws(AudioDeviceError) -> WaveWriter {
    do {
      return try WaveWriter(name, rate: AudioRate.fullband.hertz, channels: 1, replacing: true)
    } catch {
      throw AudioDeviceError(.unwritable, name, "\(error.words). Name a file in a folder that can be written.")
    }
  }
}
