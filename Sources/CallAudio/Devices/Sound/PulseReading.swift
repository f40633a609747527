internal import CPulse

/// Converts the sound server's lists to values.
enum PulseReading {
  static func endpoint(_ info: pa_sink_info) -> AudioEndpoint {
    let kind = kind(info.proplist)
    let ports = (0..<Int(info.n_ports)).compactMap { index in
      info.ports[index].map { port in
        self.port(port.pointee.name, port.pointee.description, port.pointee.available, port.pointee.type, kind)
      }
    }
    return endpoint(info.name, info.description, ports, text(info.active_port?.pointee.name), kind)
  }

  static func endpoint(_ info: pa_source_info) -> AudioEndpoint {
    let kind = kind(info.proplist)
    let ports = (0..<Int(info.n_ports)).compactMap { index in
      info.ports[index].map { port in
        self.port(port.pointee.name, port.pointee.description, port.pointee.available, port.pointee.type, kind)
      }
    }
    return endpoint(info.name, info.description, ports, text(info.active_port?.pointee.name), kind)
  }

  static func text(_ string: UnsafePointer<CChar>?) -> String? { string.map { String(cString: $0) } }

  private static func kind(_ properties: OpaquePointer?) -> PulseDeviceKind {
    guard let properties else { return PulseDeviceKind() }
    return PulseDeviceKind(
      formFactor: text(pa_proplist_gets(properties, PA_PROP_DEVICE_FORM_FACTOR)),
      bus: text(pa_proplist_gets(properties, PA_PROP_DEVICE_BUS)),
      api: text(pa_proplist_gets(properties, PA_PROP_DEVICE_API)))
  }

  private static func port(
    _ name: UnsafePointer<CChar>?, _ summary: UnsafePointer<CChar>?, _ available: CInt, _ type: UInt32, _ kind: PulseDeviceKind
  ) -> AudioEndpointPort {
    let name = text(name) ?? ""
    let availability: AudioEndpointPort.Availability =
      switch available {
      case CInt(PA_PORT_AVAILABLE_YES.rawValue): .available
      case CInt(PA_PORT_AVAILABLE_NO.rawValue): .unavailable
      default: .unknown
      }
    let route = PulsePortRoute.route(type: type, port: name, device: kind)
    return AudioEndpointPort(name: name, summary: text(summary) ?? name, route: route, availability: availability)
  }

  private static func endpoint(
    _ name: UnsafePointer<CChar>?, _ summary: UnsafePointer<CChar>?, _ ports: [AudioEndpointPort], _ active: String?,
    _ kind: PulseDeviceKind
  ) -> AudioEndpoint {
    let name = text(name) ?? ""
    let summary = text(summary) ?? name
    // An endpoint without ports gets one unnamed port that stands for itself.
    let itself = AudioEndpointPort(name: "", summary: summary, route: kind.route ?? .other(name), availability: .unknown)
    return AudioEndpoint(name: name, summary: summary, isDefault: false, ports: ports.isEmpty ? [itself] : ports, activePort: active)
  }
}

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
    return words.first { word in port.indices.contains { port[$0...].hasPrefix(word.word) } }?.route
  }
}
