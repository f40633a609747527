public import CallAudio
public import CallControl

/// The audio settings of a host; without them the host leaves audio to its providers.
public struct AudioSettings: Sendable {
  /// The source of the audio's ticks.
  public enum Clock: Sendable {
    /// A real-time thread of the host: SCHED_RR where permitted.
    case thread
    /// The program, by `CallHost.tickAudio` for each 20 ms: for tests and virtual time.
    case manual
  }

  /// Returns the device of a line; nil for a line without a person, as on a server.
  ///
  /// Called on the host's audio lane, once for each line, at its first call. A line made for one incoming call is passed under its own name
  /// (`each-1` …).
  public var device: @Sendable (LineID) -> (any AudioDevice)?
  /// The source of the audio's ticks.
  public var clock = Clock.thread
  /// The ringtones, and the tones for waiting and failed calls.
  public var sounds = LineSounds()

  /// Creates settings with the desktop's devices on the line `main`, and none on others.
  public init() {
    device = { $0 == .main ? PulseDevice() : nil }
  }

  /// Creates settings with the program's own devices.
  public init(clock: Clock = .thread, device: @escaping @Sendable (LineID) -> (any AudioDevice)?) {
    self.clock = clock
    self.device = device
  }
}
