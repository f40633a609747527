/// What a sink or source says that it is, in its properties.
struct PulseDeviceKind: Hashable {
  /// `device.form_factor`: what it looks like.
  var formFactor: String?
  /// `device.bus`: what it hangs on.
  var bus: String?
  /// `device.api`: what drives it.
  var api: String?

  /// Whether sound gets there by radio.
  var isBluetooth: Bool { bus == "bluetooth" || api == "bluez" || api == "bluez5" }

  /// The route that the shape is; nil where it is none that a person would name.
  var route: AudioRoute? {
    if isBluetooth { return .bluetooth }
    return switch formFactor {
    case "internal", "speaker", "portable", "car", "hifi", "computer", "microphone", "webcam": .speaker
    case "headset", "headphone", "hands-free": .headset
    case "handset": .earpiece
    case "tv": .hdmi
    default: nil
    }
  }
}
