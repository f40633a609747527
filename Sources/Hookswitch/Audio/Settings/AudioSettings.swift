public import CallAudio
public import CallControl

/// How a host carries audio; a host whose settings have none leaves it to its providers.
public struct AudioSettings: Sendable {
  /// Who moves the audio on.
  public enum Clock: Sendable {
    /// A thread of the host's, in real time: SCHED_RR where that is permitted.
    case thread
    /// Whoever calls `CallHost.tickAudio`, 20 ms of sound each time: for tests and virtual time.
    case manual
  }

  /// The microphone and the loudspeaker of a line; nil: nobody sits there, as on a server's lines.
  ///
  /// Asked once for each line, when the first call comes to it; lines made for one incoming call are asked by their own names (`each-1` …).
  /// Called on the host's audio lane.
  public var device: @Sendable (LineID) -> (any AudioDevice)?
  /// Who moves the audio on.
  public var clock = Clock.thread
  /// What rings, waits, and says that a call failed.
  public var sounds = LineSounds()

  /// The desktop's sound for the line `main`, and nobody at all others.
  public init() {
    device = { $0 == .main ? PulseDevice() : nil }
  }

  /// Devices of your own.
  public init(clock: Clock = .thread, device: @escaping @Sendable (LineID) -> (any AudioDevice)?) {
    self.clock = clock
    self.device = device
  }
}
