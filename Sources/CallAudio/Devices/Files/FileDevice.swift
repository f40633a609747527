public import CallMixing
internal import Locking
internal import TransportABI

/// Sound files in place of a microphone and a loudspeaker, for announcement servers, tests and demonstrations.
///
/// The device has no clock: it reads and writes at the engine's pace.
public final class FileDevice: AudioDevice {
  /// The thread that copies the samples.
  public enum Pace: Sendable {
    /// The device's own thread, for an engine that runs in real time.
    case thread
    /// The thread that calls `pump`, once before each tick.
    case byHand
  }

  private let microphone: String?
  private let loudspeaker: String?
  private let repeats: Bool
  private let pace: Pace
  private let current = Locked<FileCopying?>(nil)
  private let thread = Locked<WorkThread?>(nil)

  /// Creates a device.
  ///
  /// - Parameters:
  ///   - microphone: A sound file of any format, rate and channel count; default silence.
  ///   - loudspeaker: A WAV file to write at 48,000 Hz. An existing file is replaced.
  ///   - repeats: True to repeat `microphone` from its start; otherwise silence follows its end.
  ///   - pace: The thread that copies the samples.
  public init(microphone: String? = nil, loudspeaker: String? = nil, repeats: Bool = false, pace: Pace = .thread) {
    self.microphone = microphone
    self.loudspeaker = loudspeaker
    self.repeats = repeats
    self.pace = pace
  }

  deinit { close() }

  /// `open` from the return of `open` until `close`.
  public var state: AudioDeviceState { current.withLock { $0 == nil ? .closed : .open(path) } }

  /// The samples read and written.
  public var counters: AudioDeviceCounters { current.withLock { $0?.counters ?? AudioDeviceCounters() } }

  private var path: AudioPath { AudioPath(output: loudspeaker, input: microphone, route: .other("file")) }

  /// Opens the files and starts the thread, if the device has one.
  ///
  /// - Throws: `unreadable`, `unwritable`, or `exhausted` when the system provides no thread.
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

  /// Stops the thread and closes the files.
  public func close() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    running?.stop()
    current.withLock { $0 = nil }
  }

  /// Copies what is available, unless the device has its own thread.
  ///
  /// After a write error the device stops writing the file, and `played` still counts.
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
      throw AudioDeviceError(.exhausted, "audio-files", "the system cannot start a thread; end some processes, or raise its limits.")
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
