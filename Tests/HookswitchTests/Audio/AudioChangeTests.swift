import Foundation
import Hookswitch
import Testing

@Suite("CallHost.setAudio", .timeLimit(.minutes(5)))
struct AudioChangeTests {
  @Test("New sounds count at once, also for a ringtone that plays; a line takes its new device with the next call after it had none")
  func change() async throws {
    let path = try ProviderRingtoneTests().wave(1_200)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let world = try SoundWorld()
    let first = try await world.ringingCall("q")
    #expect(!Sound.has(1_200, in: world.pass(15), .fullband))
    let device = MemoryDevice()
    var settings = AudioSettings(clock: .manual) { line in line == .main ? device : nil }
    settings.sounds.ringtones.byProvider["q"] = .file(path: path)
    world.host.setAudio(settings)
    await world.host.settle()
    #expect(Sound.has(1_200, in: world.pass(15), .fullband), "the line has its old device")
    #expect(device.takeHeard().isEmpty)

    try await world.controller.end(first).performed()
    await world.host.settle()
    _ = try await world.ringingCall("q")
    #expect(world.pass(15).isEmpty)
    #expect(Sound.has(1_200, in: device.takeHeard(), .fullband))
  }

  @Test("A line without a call takes its new device at once, and a host without audio takes nothing")
  func idle() async throws {
    let world = try SoundWorld()
    let call = try await world.ringingCall("q")
    try await world.controller.end(call).performed()
    await world.host.settle()
    let device = MemoryDevice()
    world.host.setAudio(AudioSettings(clock: .manual) { line in line == .main ? device : nil })
    await world.host.settle()
    _ = try await world.ringingCall("q")
    #expect(world.pass(5).isEmpty && !device.takeHeard().isEmpty)

    let silent = CallHost(clock: VirtualClock())
    silent.setAudio(AudioSettings(clock: .manual) { _ in device })
    #expect(silent.audioCounters == nil)
  }
}
