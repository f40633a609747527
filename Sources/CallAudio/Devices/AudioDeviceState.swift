/// How a device is.
public enum AudioDeviceState: Hashable, Sendable {
  /// Nobody has opened it, or it was closed.
  case closed
  /// Opened, and not yet known whether it is there.
  case opening
  /// Sound goes this way.
  case open(AudioPath)
  /// It is not there now, and is silent: one sentence that says why and what becomes of it.
  case absent(String)

  /// The way that sound takes; nil while it takes none.
  public var path: AudioPath? {
    if case .open(let path) = self { path } else { nil }
  }
}
