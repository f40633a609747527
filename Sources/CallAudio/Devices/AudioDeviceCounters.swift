/// What a device has counted since it was opened.
///
/// Samples are of 48,000 Hz: 48 are a millisecond.
public struct AudioDeviceCounters: Hashable, Codable, Sendable {
  /// Samples of the microphone that went into the capture ring.
  public var captured: UInt64 = 0
  /// Samples of the microphone that never came, or found no room because the engine did not tick.
  public var captureLost: UInt64 = 0
  /// Samples of the microphone left out so that the engine's clock and the device's stay together.
  public var captureSkipped: UInt64 = 0
  /// Samples of the playback ring that were played.
  public var played: UInt64 = 0
  /// Samples of silence played because the ring was empty in the middle of sound.
  public var playedSilence: UInt64 = 0
  /// Samples of the playback ring left out so that the two clocks stay together.
  public var playSkipped: UInt64 = 0
  /// How often the device went away and came back.
  public var returns: UInt64 = 0

  /// Nothing counted yet.
  public init() {}
}
