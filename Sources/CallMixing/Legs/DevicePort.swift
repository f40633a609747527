/// A device's place at the engine: two rings at 48 kHz.
///
/// Made by `AudioEngine.makeDevicePort`, good until `release`. It is a name: copies are the same port.
public struct DevicePort: Hashable, Identifiable, Sendable {
  let leg: AudioLeg

  /// Its name; never given twice by one engine, to a leg neither.
  public var id: UInt64 { leg.id }
  /// What the microphone hears: the device puts frames in, the engine takes them out.
  public var capture: AudioRing { leg.fromNet }
  /// What the loudspeaker is to play: the engine puts frames in, the device takes them out.
  public var playback: AudioRing { leg.toNet }

  /// Calls `leg`, which must be one of 48 kHz, a device's.
  package init(_ leg: AudioLeg) {
    precondition(leg.rate == .fullband, "Devices work at 48 kHz.")
    self.leg = leg
  }

  /// The same two rings, as the engine keeps them.
  package var asLeg: AudioLeg { leg }
}
