/// A sink's or source's description of itself, from its properties.
struct PulseDeviceKind: Hashable {
  /// `device.form_factor`: its shape.
  var formFactor: String?
  /// `device.bus`: its bus.
  var bus: String?
  /// `device.api`: its driver interface.
  var api: String?

  var isBluetooth: Bool { bus == "bluetooth" || api == "bluez" || api == "bluez5" }

  /// The route that the shape suggests; nil when it suggests none.
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
