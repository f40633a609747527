import CallMixing
import Glibc
import Locking
import Testing

@testable import CallAudio

/// Runs a private PulseAudio, apart from the user's, that leaves nothing behind.
@Suite(
  "A device at a real sound server", .serialized, .timeLimit(.minutes(2)),
  .enabled(if: ServerKind.pulseAudio.isThere, "needs pulseaudio and pulseaudio-utils: scripts/setup test"))
struct PulseDeviceTests {
  private let server: PrivateServer
  private let rings: TestRings
  private let engine: RealTimeTicker
  private let events = DeviceEvents()

  init() throws {
    server = try PrivateServer(.pulseAudio)
    rings = try TestRings()
    engine = try #require(RealTimeTicker(rings, playing: TestSound.sine(440, seconds: 1)))
  }

  @Test("a tone of -10 dBFS keeps its level and frequency at the monitor, for other programs and for this one")
  func tone() async throws {
    let device = try open(input: "hook.monitor")
    let path = await events.path()
    #expect(path == AudioPath(output: "Null Output", input: "hook.monitor", route: .other("hook")))
    try await TestSound.expectTone { try server.listen(seconds: 1.5) }
    try await TestSound.expectTone { await engine.heard(seconds: 1.5) }
    #expect(device.endpoints.outputs.map(\.name) == ["hook"])
    #expect(device.endpoints.inputs.isEmpty)
    #expect(device.counters.captured > 0 && device.counters.played > 0)
    close(device)
  }

  @Test("without a microphone the device has no input: the monitor of the loudspeaker is no substitute")
  func noMicrophone() async throws {
    let device = try open()
    #expect(await events.path() == AudioPath(output: "Null Output", input: nil, route: .other("hook")))
    #expect(try server.control("list", "short", "source-outputs").isEmpty)
    close(device)
  }

  @Test("while a call plays, music is 20 dB quieter, and afterwards as loud as before")
  func ducking() async throws {
    try WaveWriter(server.folder.file("music.wav"), rate: 48_000, channels: 1, replacing: false).write(TestSound.sine(1_000, seconds: 30))
    let music = try server.playMusic(server.folder.file("music.wav"))
    try await eventually("the music begins") { try musicLevel() > -14 }
    let before = try musicLevel()
    let device = try open()
    await events.path()
    try await eventually("the music is turned down") { abs(try musicLevel() - (before - 20)) < 0.5 }
    close(device)
    try await eventually("the music is turned up again") { abs(try musicLevel() - before) < 0.5 }
    withExtendedLifetime(music) {}
  }

  @Test("the device follows the default, and returns when that endpoint is removed")
  func moves() async throws {
    let device = try open()
    await events.path()
    let module = try server.control("load-module", "module-null-sink", "sink_name=spare", "norewinds=1", "rate=48000", "channels=1")
    try server.control("set-default-sink", "spare")
    await events.path { $0.route == .other("spare") }
    try await TestSound.expectTone { try server.listen(at: "spare.monitor", seconds: 1.5) }
    try server.control("unload-module", module)
    await events.path { $0.route == .other("hook") }
    try await TestSound.expectTone { try server.listen(seconds: 1.5) }
    #expect(device.endpoints.outputs.map(\.name) == ["hook"])
    close(device)
  }

  @Test("a preferred route is used while it is there, and left when it is removed or no longer preferred")
  func routes() async throws {
    let device = try open()
    await events.path()
    device.prefer(.headset)
    let headset = try server.control(
      "load-module", "module-null-sink", "sink_name=cans", "norewinds=1", "sink_properties=device.form_factor=headset")
    await events.path { $0.route == .headset }
    #expect(device.endpoints.routes.contains(.headset))
    try server.control("unload-module", headset)
    await events.path { $0.route == .other("hook") }
    try server.control("load-module", "module-null-sink", "sink_name=cans", "norewinds=1", "sink_properties=device.form_factor=headset")
    await events.path { $0.route == .headset }
    device.prefer(nil)
    await events.path { $0.route == .other("hook") }
    close(device)
  }

  @Test("without any sink the device is absent and states the reason, and returns with the next sink")
  func lastSink() async throws {
    let device = try open()
    await events.path()
    try server.control("unload-module", "module-null-sink")
    #expect(await events.absence().contains("no input or output device"))
    try server.control("load-module", "module-null-sink", "sink_name=hook", "norewinds=1", "rate=48000", "channels=1")
    await events.path()
    try await TestSound.expectTone { try server.listen(seconds: 1.5) }
    close(device)
  }

  @Test("the device survives the server's death: absent meanwhile, working after the restart")
  func death() async throws {
    let device = try open(input: "hook.monitor")
    await events.path()
    try server.kill()
    #expect(await events.absence().contains("disconnected"))
    try server.startAgain()
    await events.path()
    try await TestSound.expectTone { try server.listen(seconds: 1.5) }
    try await TestSound.expectTone { await engine.heard(seconds: 1.5) }
    #expect(device.counters.returns == 1)
    close(device)
  }

  @Test("a server that dies while a stream waits for its next attempt is reported absent at once")
  func deathDuringRetry() async throws {
    var settings = PulseSettings()
    settings.server = server.address
    settings.cookie = server.cookie
    let made = Locked<PulseLink?>(nil)
    let link = PulseLink(
      settings, preferred: nil, capture: rings.capture, playback: rings.playback, shown: Locked(PulseShown())
    ) { [events] event in
      // On libpulse's thread: let a timer run that does not end within this test.
      while made.withLock({ $0 }) == nil { poll(nil, 0, 1) }
      if case .changed(let state) = event, state.path != nil { made.withLock { $0 }?.wait(3_600_000_000) }
      events.post(event)
    }
    made.withLock { $0 = link }
    await events.path()
    try server.kill()
    #expect(await events.absence().contains("disconnected"))
    try #require(link).stop()
    made.withLock { $0 = nil }
    engine.stop()
  }

  @Test("a reopened device works as before")
  func again() async throws {
    let device = try open(input: "hook.monitor")
    await events.path()
    for _ in 0..<3 {
      device.close()
      #expect(device.state == .closed)
      try device.open(capture: rings.capture, playback: rings.playback, events: events.post)
      await events.path()
    }
    try await TestSound.expectTone { await engine.heard(seconds: 1.5) }
    close(device)
    #expect(try server.control("list", "short", "sink-inputs").isEmpty)
  }

  private func open(input: String? = nil) throws -> PulseDevice {
    var settings = PulseSettings()
    settings.server = server.address
    settings.cookie = server.cookie
    settings.input = input
    let device = PulseDevice(settings)
    try device.open(capture: rings.capture, playback: rings.playback, events: events.post)
    return device
  }

  private func close(_ device: PulseDevice) {
    device.close()
    engine.stop()
  }

  private func musicLevel() throws -> Double {
    SoundMeter(try server.listen(seconds: 0.3).suffix(9_600), rate: .fullband).dBFS(at: 1_000)
  }

  private func eventually(_ what: Comment, _ holds: () throws -> Bool) async throws {
    for _ in 0..<30 where try holds() { return }
    Issue.record(what)
  }
}
