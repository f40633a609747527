import FoundationEssentials
import Hookswitch
import Testing

@Suite("Providers' audio configurations", .timeLimit(.minutes(5)))
struct AudioConfigurationTests {
  private static let plain = AudioSession.Configuration()

  @Test("A configuration set in perform is applied before the activation, which reports the result")
  func inPerform() async throws {
    let world = try SoundWorld(p: [.wideband, .narrowband])
    var wish = Self.plain
    wish.preferredSampleRate = 8_000
    wish.mode = .videoChat
    world.p.wish(wish)
    _ = try await world.activeCall("p")
    #expect(world.p.notes.prefix(3) == ["start", "audio + started", "attach 8000"])
    let session = try #require(world.p.sessions.first)
    #expect(session.configuration == wish)
    #expect(session.line == .main)
    #expect(session.reason == .started)
    #expect(session.sampleRate == 48_000)
    #expect(world.host.audio().configuration == wish)
    #expect(world.host.audio().route == "memory")
  }

  @Test("A rate that the call does not offer is ignored, and its best is taken")
  func rateNotOffered() async throws {
    let world = try SoundWorld(p: [.narrowband])
    var wish = Self.plain
    wish.preferredSampleRate = 48_000
    world.p.wish(wish)
    let call = try await world.activeCall("p")
    #expect(world.p.rate(of: call) == .narrowband)
  }

  @Test("The category closes one direction: playback the microphone, record the loudspeaker; the last setting counts, at once")
  func category() async throws {
    let world = try SoundWorld()
    let call = try await world.activeCall("p", .says(hertz: 1_000))
    let provider = try #require(world.providers["p"])
    var wish = Self.plain
    wish.category = .record
    provider.configureAudio(wish, for: call)
    wish.category = .playback
    provider.configureAudio(wish, for: call)
    await world.host.settle()
    #expect(Sound.has(1_000, in: world.pass(speaking: 440), .fullband))
    #expect(Sound.isSilent(world.p.takeHeard(by: call)))
    wish.category = .record
    provider.configureAudio(wish, for: call)
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(speaking: 440)))
    #expect(Sound.has(440, in: world.p.takeHeard(by: call), .wideband))
  }

  @Test("The configuration of a provider without the audio waits for it; for another provider's call it is misbehaviour")
  func notTheOwner() async throws {
    let world = try SoundWorld()
    let first = try await world.activeCall("p")
    let second = try await world.activeCall("q")
    var wish = Self.plain
    wish.preferredRoute = .speaker
    try #require(world.providers["p"]).configureAudio(wish, for: first)
    await world.host.settle()
    #expect(world.host.audio().configuration == Self.plain)
    #expect(world.host.misbehaviour(of: "p") == MisbehaviourCount())
    try #require(world.providers["p"]).configureAudio(wish, for: second)
    #expect(world.host.misbehaviour(of: "p").unknown == 1)
    try await world.controller.swap().performed()
    await world.host.settle()
    #expect(world.host.audio().configuration == wish)
    #expect(world.p.sessions.last?.configuration == wish)
  }

  @Test(
    "The output route: the preferred one, else the first hint that is connected, else a loudspeaker for a video call",
    arguments: [
      (nil, [], .voiceChat, nil), ("headset", ["bluetooth"], .voiceChat, "headset"),
      (nil, ["bluetooth", "headset"], .voiceChat, "headset"),
      (nil, ["bluetooth"], .voiceChat, nil), (nil, [], .videoChat, "speaker"), (nil, ["headset"], .videoChat, "headset"),
    ] as [(AudioSession.Route?, [AudioSession.Route], AudioSession.Mode, AudioSession.Route?)])
  func route(preferred: AudioSession.Route?, hints: [AudioSession.Route], mode: AudioSession.Mode, expected: AudioSession.Route?) {
    var wish = Self.plain
    wish.preferredRoute = preferred
    wish.routingHints = hints
    wish.mode = mode
    #expect(wish.route(among: ["speaker", "headset"]) == expected)
  }

  @Test("Observers get the current audio, and then each change of it, in order")
  func observed() async throws {
    let world = try SoundWorld()
    let sequence = CallObserver(host: world.host).audio
    var audio = sequence.makeAsyncIterator()
    #expect(await audio.next()?.owners == [])
    let call = try await world.activeCall("p")
    var seen: [LineAudio] = []
    while seen.last?.owners != ["p"], let next = await audio.next() { seen.append(next) }
    #expect(seen.last?.reason == .started)
    try await world.controller.hold(call).performed()
    while seen.last?.owners != [], let next = await audio.next() { seen.append(next) }
    #expect(seen.last?.reason == .held)
    #expect(seen.last?.since == world.clock.now)
  }

  @Test("A host that carries no audio still reports its owner and the configuration")
  func withoutAudio() async throws {
    let host = CallHost(clock: VirtualClock())
    let delegate = SoundDelegate()
    var wish = Self.plain
    wish.preferredRoute = .bluetooth
    delegate.wish(wish)
    let provider = try host.register("p", delegate: delegate)
    let call = try await CallController(host: host).start(Handle(type: .phoneNumber, value: "1"))
    provider.reportOutgoingCall(with: call, connectedAt: nil)
    await host.settle()
    #expect(delegate.notes == ["start", "audio + started"])
    #expect(delegate.sessions.first?.configuration == wish)
    #expect(host.audio().owners == ["p"])
    #expect(host.audio().configuration == wish)
    #expect(host.audio().device == nil)
    #expect(host.audioCounters == nil)
  }
}
