/// An event from an open device.
public enum AudioDeviceEvent: Hashable, Sendable {
  /// The device appeared, went away or moved to other endpoints (new default, headset plugged in or out).
  case changed(AudioDeviceState)
  /// The list of endpoints changed.
  case listed(AudioEndpoints)
}
