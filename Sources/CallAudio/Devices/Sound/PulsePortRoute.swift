internal import CPulse

/// Maps a port of the sound server to a route.
///
/// The type of the port decides, where the server tells it; otherwise the port's name, by the naming habits of ALSA and BlueZ; otherwise
/// the kind of device. A wireless device is always Bluetooth.
enum PulsePortRoute {
  /// Returns the route for a port type (`PA_DEVICE_PORT_TYPE_…`), port name and device.
  static func route(type: UInt32, port: String, device: PulseDeviceKind) -> AudioRoute {
    if device.isBluetooth { return .bluetooth }
    return route(type: type) ?? route(named: port) ?? device.route ?? .other(port)
  }

  private static func route(type: UInt32) -> AudioRoute? {
    switch pa_device_port_type(type) {
    case PA_DEVICE_PORT_TYPE_SPEAKER, PA_DEVICE_PORT_TYPE_MIC: .speaker
    case PA_DEVICE_PORT_TYPE_HEADPHONES, PA_DEVICE_PORT_TYPE_HEADSET, PA_DEVICE_PORT_TYPE_HANDSFREE: .headset
    case PA_DEVICE_PORT_TYPE_EARPIECE, PA_DEVICE_PORT_TYPE_HANDSET, PA_DEVICE_PORT_TYPE_PHONE: .earpiece
    case PA_DEVICE_PORT_TYPE_BLUETOOTH: .bluetooth
    case PA_DEVICE_PORT_TYPE_HDMI, PA_DEVICE_PORT_TYPE_TV, PA_DEVICE_PORT_TYPE_VIDEO: .hdmi
    default: nil
    }
  }

  private static let words: [(word: String, route: AudioRoute)] = [
    ("headset", .headset), ("headphone", .headset), ("handsfree", .headset),
    ("earpiece", .earpiece), ("handset", .earpiece),
    ("hdmi", .hdmi), ("displayport", .hdmi),
    ("speaker", .speaker), ("internal-mic", .speaker), ("input-mic", .speaker),
  ]

  private static func route(named port: String) -> AudioRoute? {
    let port = port.lowercased()
    return words.first { port.contains($0.word) }?.route
  }
}
