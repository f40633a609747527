import Testing

@testable import CallAudio

@Suite("A device without a sound server", .timeLimit(.minutes(2)))
struct NoServerTests {
  @Test("opens, is absent, and states the reason in one sentence")
  func absent() async throws {
    let folder = try TestFolder()
    let rings = try TestRings()
    let events = DeviceEvents()
    var settings = PulseSettings()
    settings.server = "unix:\(folder.path)/native"
    settings.cookie = folder.file("cookie")
    let device = PulseDevice(settings)
    try device.open(capture: rings.capture, playback: rings.playback, events: events.post)
    #expect(await events.absence() == "There is no sound server (Connection refused): calls are silent here until there is one.")
    device.close()
    #expect(device.state == .closed)
  }

  @Test("the null device is always absent, and reports nothing")
  func null() throws {
    let rings = try TestRings()
    let device = NullDevice()
    device.open(capture: rings.capture, playback: rings.playback) { _ in Issue.record("nothing can happen to it") }
    #expect(device.state.path == nil && device.state != .closed)
    device.close()
  }
}
