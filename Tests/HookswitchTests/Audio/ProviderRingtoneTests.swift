import Foundation
import Hookswitch
import Testing

@Suite("A provider's own ringtone", .timeLimit(.minutes(5)))
struct ProviderRingtoneTests {
  func wave(_ hertz: Double) throws -> String {
    let samples = Sound.tone(hertz, .wideband, count: 16_000)
    var file = Data()
    func put(_ text: String) { file += Data(text.utf8) }
    func put(_ number: Int, _ bytes: Int) { for byte in 0..<bytes { file.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) } }
    put("RIFF")
    put(36 + samples.count * 2, 4)
    put("WAVEfmt ")
    for (number, width) in [(16, 4), (1, 2), (1, 2), (16_000, 4), (32_000, 4), (2, 2), (16, 2)] { put(number, width) }
    put("data")
    put(samples.count * 2, 4)
    for sample in samples { put(Int(sample), 2) }
    let path = NSTemporaryDirectory() + "own-\(UUID().uuidString).wav"
    try file.write(to: URL(filePath: path))
    return path
  }

  @Test("ProviderConfiguration.ringtoneSound rings, unless the host's sound settings name another for the provider")
  func rings() async throws {
    let path = try wave(700)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let world = try SoundWorld()
    var configuration = try #require(world.providers["q"]).configuration
    configuration.ringtoneSound = path
    world.providers["q"]?.configuration = configuration
    let call = try await world.ringingCall("q")
    #expect(Sound.has(700, in: world.pass(15), .fullband))
    try await world.controller.end(call).performed()
    await world.host.settle()
    let other = try await world.ringingCall("p")
    #expect(!Sound.has(700, in: world.pass(15), .fullband))
    try await world.controller.end(other).performed()

    var sounds = LineSounds()
    let house = try wave(1_200)
    defer { try? FileManager.default.removeItem(atPath: house) }
    sounds.ringtones.byProvider["q"] = .file(path: house)
    let second = try SoundWorld(sounds: sounds)
    second.providers["q"]?.configuration = configuration
    _ = try await second.ringingCall("q")
    #expect(Sound.has(1_200, in: second.pass(15), .fullband))
  }

  @Test("a missing ringtone is reported at registration, by a host with audio and by one without", arguments: [true, false])
  func missing(hasSound: Bool) async throws {
    var settings = HostSettings()
    if hasSound { settings.audio = AudioSettings(clock: .manual) { _ in nil } }
    let host = CallHost(clock: VirtualClock(), settings: settings)
    var configuration = ProviderConfiguration(localizedName: "MonkeyCall")
    configuration.ringtoneSound = "/nowhere/musicloop01.wav"
    do throws(HostError) {
      _ = try host.register("a", configuration: configuration, delegate: SoundDelegate())
      Issue.record("it was registered")
    } catch {
      #expect(error.code == .unusableRingtone && error.description.contains("/nowhere/musicloop01.wav"))
    }
    #expect(host.provider("a") == nil)
    var events = CallObserver(host: host).events().makeAsyncIterator()
    let provider = Provider(configuration: configuration, host: host)
    var text: String?
    while text == nil, let event = await events.next() {
      if case .log(provider.id, level: 2, topic: "ringtone", text: let found) = event.body { text = found }
    }
    #expect(text?.contains("/nowhere/musicloop01.wav") == true)
  }

  @Test("a call shows its provider's name for people, and the list of providers has name and icon")
  func names() async throws {
    var configuration = ProviderConfiguration(localizedName: "Monkey Call")
    configuration.iconTemplateImageData = Data([1, 2, 3])
    let world = try World(configuration: configuration)
    let call = try await world.activeCall()
    #expect(world.host.call(call)?.providerName == "Monkey Call")
    #expect(world.controller.callObserver.calls.map(\.providerName) == ["Monkey Call"])
    #expect(world.host.providers.first?.configuration.localizedName == "Monkey Call")
    #expect(world.host.providers.first?.configuration.iconTemplateImageData == Data([1, 2, 3]))
    let (_, _) = try world.another("b")
    let other = try await world.controller.start(.number("2"), through: "b")
    #expect(world.host.call(other)?.providerName == "b")
  }

  @Test("a call is started by a link (StartCallRequest)")
  func link() async throws {
    let world = try World()
    let request = try StartCallRequest(url: "monkeycall://5550100?provider=a&contact=17", scheme: "monkeycall")
    let call = try await world.controller.start(request)
    await world.host.settle()
    #expect(world.state(call) == .dialing)
    #expect(world.delegate.heard.contains("start 5550100"))
    await #expect(throws: CallError(.unknownCallProvider)) {
      try await world.controller.start(try StartCallRequest(url: "tel:1?provider=nobody"))
    }
  }
}
