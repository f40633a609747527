/// The state of a device.
public enum AudioDeviceState: Hashable, Sendable {
  /// The device was never opened, or was closed.
  case closed
  /// Opened; the device does not know yet whether the server or hardware is there.
  case opening
  /// Media flows through these endpoints.
  case open(AudioPath)
  /// The device is missing and silent; one sentence gives the reason and says when media returns.
  case absent(String)

  /// The endpoints in use; nil while there are none.
  public var path: AudioPath? {
    if case .open(let path) = self { path } else { nil }
  }
}
