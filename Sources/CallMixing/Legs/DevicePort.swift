/// A device's connection to the engine: two rings at 48 kHz.
///
/// Created by `AudioEngine.makeDevicePort`, valid until `release`. It is a handle: copies denote the same port.
public struct DevicePort: Hashable, Identifiable, Sendable {
  let leg: AudioLeg

  /// The port's id; an engine never reuses one, also not for a leg.
  public var id: UInt64 { leg.id }
  /// Audio from the microphone: the device puts frames, the engine takes them.
  public var capture: AudioRing { leg.fromNet }
  /// Audio for the loudspeaker: the engine puts frames, the device takes them.
  public var playback: AudioRing { leg.toNet }

  /// Wraps `leg`, a device's leg at 48 kHz.
  package init(_ leg: AudioLeg) {
    precondition(leg.rate == .fullband, "Devices work at 48 kHz.")
    self.leg = leg
  }

  /// The same rings as a leg.
  package var asLeg: AudioLeg { leg }
}
