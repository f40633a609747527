public import CallMixing

/// No microphone and no loudspeaker: what a machine without sound has.
///
/// Silence comes in, and nobody hears what goes out.
public final class NullDevice: AudioDevice {
  /// Makes one.
  public init() {}

  /// Always absent, and says so.
  public var state: AudioDeviceState { .absent("There is no sound device: calls are silent here.") }

  /// Nothing is ever counted.
  public var counters: AudioDeviceCounters { AudioDeviceCounters() }

  /// Touches neither ring and tells nothing.
  public func open(capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void) {}

  /// Does nothing.
  public func close() {}
}
