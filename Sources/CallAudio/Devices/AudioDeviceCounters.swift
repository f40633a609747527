/// A device's counts since it was opened.
///
/// All count samples at 48,000 Hz (48 samples are 1 ms) except `returns`.
public struct AudioDeviceCounters: Hashable, Codable, Sendable {
  /// Microphone samples put into the capture ring.
  public var captured: UInt64 = 0
  /// Microphone samples that never arrived or found the capture ring full.
  public var captureLost: UInt64 = 0
  /// Microphone samples dropped to keep the device's clock and the engine's together.
  public var captureSkipped: UInt64 = 0
  /// Samples of the playback ring that were played.
  public var played: UInt64 = 0
  /// Samples of silence played because the playback ring was empty during playback.
  public var playedSilence: UInt64 = 0
  /// Samples of the playback ring dropped to keep the two clocks together.
  public var playSkipped: UInt64 = 0
  /// The number of times the device went away and came back.
  public var returns: UInt64 = 0

  /// Creates counters at zero.
  public init() {}
}
