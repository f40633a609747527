import CPulse
import Testing

@testable import CallAudio

@Suite("The route of a sound server's port")
struct PulsePortRouteTests {
  struct Row: Sendable {
    var type: pa_device_port_type = PA_DEVICE_PORT_TYPE_UNKNOWN
    var port: String
    var kind = PulseDeviceKind()
    var route: AudioRoute
  }

  @Test(
    arguments: [
      Row(type: PA_DEVICE_PORT_TYPE_SPEAKER, port: "analog-output-speaker", route: .speaker),
      Row(type: PA_DEVICE_PORT_TYPE_HEADPHONES, port: "[Out] Headphones", route: .headset),
      Row(type: PA_DEVICE_PORT_TYPE_HEADSET, port: "x", route: .headset),
      Row(type: PA_DEVICE_PORT_TYPE_EARPIECE, port: "[Out] Earpiece", route: .earpiece),
      Row(type: PA_DEVICE_PORT_TYPE_HDMI, port: "hdmi-output-0", route: .hdmi),
      Row(type: PA_DEVICE_PORT_TYPE_BLUETOOTH, port: "x", route: .bluetooth),
      Row(type: PA_DEVICE_PORT_TYPE_MIC, port: "analog-input-internal-mic", route: .speaker),
      Row(type: PA_DEVICE_PORT_TYPE_HEADSET, port: "headset-output", kind: .init(bus: "bluetooth"), route: .bluetooth),
      Row(type: PA_DEVICE_PORT_TYPE_SPEAKER, port: "speaker-output", kind: .init(api: "bluez5"), route: .bluetooth),
      Row(port: "analog-output-headphones", route: .headset),
      Row(port: "analog-output-speaker", route: .speaker),
      Row(port: "hdmi-output-2", route: .hdmi),
      Row(port: "headset-input", route: .headset),
      Row(port: "analog-output", kind: .init(formFactor: "headset"), route: .headset),
      Row(port: "analog-output", kind: .init(formFactor: "handset"), route: .earpiece),
      Row(port: "analog-output", kind: .init(formFactor: "internal"), route: .speaker),
      Row(type: PA_DEVICE_PORT_TYPE_LINE, port: "line-out", route: .other("line-out")),
    ])
  func route(row: Row) {
    #expect(PulsePortRoute.route(type: UInt32(row.type.rawValue), port: row.port, device: row.kind) == row.route)
  }

  @Test(
    "a route survives writing and reading by its name",
    arguments: [AudioRoute.speaker, .earpiece, .headset, .bluetooth, .hdmi, .other("den")])
  func words(route: AudioRoute) {
    #expect(AudioRoute(name: route.name) == route)
  }
}
