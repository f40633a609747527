/// What an open device tells.
public enum AudioDeviceEvent: Hashable, Sendable {
  /// It is another way now: there, gone, back, or on other endpoints (the default was changed, a headset was plugged in or out).
  case changed(AudioDeviceState)
  /// Other endpoints are there to choose from.
  case listed(AudioEndpoints)
}
