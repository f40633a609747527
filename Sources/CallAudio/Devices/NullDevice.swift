public import CallMixing

/// The absence of a microphone and a loudspeaker, for a machine without audio.
///
/// It captures silence and discards playback.
public final class NullDevice: AudioDevice {
  /// Creates a device.
  public init() {}

  /// Always `absent`.
  public var state: AudioDeviceState { .absent("There is no sound device: calls are silent here.") }

  /// Always zero.
  public var counters: AudioDeviceCounters { AudioDeviceCounters() }

  /// Does nothing: touches neither ring and reports no event.
  public func open(capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void) {}

  /// Does nothing.
  public func close() {}
}
