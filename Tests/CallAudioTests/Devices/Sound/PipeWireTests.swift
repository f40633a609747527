import CallMixing
import Testing

@testable import CallAudio

/// The device at the other sound server, if installed.
@Suite(
  "A device at PipeWire", .serialized, .timeLimit(.minutes(2)),
  .enabled(if: ServerKind.pipeWire.isThere, "optional: pipewire, pipewire-pulse, wireplumber and dbus-daemon are not all installed"))
struct PipeWireTests {
  private let server: PrivateServer
  private let rings: TestRings
  private let engine: RealTimeTicker
  private let events = DeviceEvents()
  private let device: PulseDevice

  init() throws {
    server = try PrivateServer(.pipeWire)
    rings = try TestRings()
    engine = try #require(RealTimeTicker(rings, playing: TestSound.sine(440, seconds: 1)))
    var settings = PulseSettings()
    settings.server = server.address
    settings.cookie = server.cookie
    settings.input = "hook.monitor"
    device = PulseDevice(settings)
    try device.open(capture: rings.capture, playback: rings.playback, events: events.post)
  }

  @Test("a tone is heard unchanged, and again after the server restarts")
  func tone() async throws {
    await events.path { $0.route == .other("hook") && $0.input != nil }
    try await TestSound.expectTone { try server.listen(seconds: 1.5) }
    try await TestSound.expectTone { await engine.heard(seconds: 1.5) }
    try server.kill()
    #expect(await events.absence().contains("disconnected"))
    try server.startAgain()
    await events.path { $0.route == .other("hook") }
    try await TestSound.expectTone { try server.listen(seconds: 1.5) }
    close()
  }

  @Test("the device follows the default, and returns when that endpoint is removed")
  func moves() async throws {
    await events.path { $0.route == .other("hook") }
    let module = try server.control("load-module", "module-null-sink", "sink_name=spare", "rate=48000", "channels=1")
    try server.control("set-default-sink", "spare")
    await events.path { $0.route == .other("spare") }
    try await TestSound.expectTone { try server.listen(at: "spare.monitor", seconds: 1.5) }
    try server.control("unload-module", module)
    await events.path { $0.route == .other("hook") }
    try await TestSound.expectTone { try server.listen(seconds: 1.5) }
    close()
  }

  private func close() {
    device.close()
    engine.stop()
  }
}
