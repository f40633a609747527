import FoundationEssentials
import Hookswitch
import Testing

@Suite("Audio sessions", .timeLimit(.minutes(5)))
struct AudioSessionTests {
  @Test("U1: the provider learns of the audio after the action is fulfilled, is connected then, and hears nothing before; once each way")
  func order() async throws {
    let world = try SoundWorld()
    let call = try await world.controller.start(Handle(type: .phoneNumber, value: "1"), through: "p")
    await world.host.settle()
    world.pass(5, speaking: 440)
    #expect(world.p.notes == ["start", "audio + started", "attach 16000"])
    world.providers["p"]?.reportOutgoingCall(with: call, connectedAt: nil)
    await world.host.settle()
    world.pass(5, speaking: 440)
    try await world.controller.end(call).performed()
    await world.host.settle()
    #expect(world.p.notes == ["start", "audio + started", "attach 16000", "hears", "end", "audio - ended", "detach"])
  }

  @Test("U1: on hold, microphone and far end are silent; after resuming, both are heard over the same rings")
  func hold() async throws {
    let world = try SoundWorld()
    let call = try await world.activeCall("p", .says(hertz: 1_000))
    #expect(Sound.has(1_000, in: world.pass(speaking: 440), .fullband))
    #expect(Sound.has(440, in: world.p.takeHeard(by: call), .wideband))
    try await world.controller.hold(call).performed()
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(speaking: 440)))
    #expect(Sound.isSilent(world.p.takeHeard(by: call)))
    try await world.controller.resume(call).performed()
    await world.host.settle()
    #expect(Sound.has(1_000, in: world.pass(speaking: 440), .fullband))
    #expect(world.p.notes.filter { $0.hasPrefix("attach") || $0.hasPrefix("detach") } == ["attach 16000"])
    #expect(world.p.notes.filter { $0.hasPrefix("audio") } == ["audio + started", "audio - held", "audio + resumed"])
  }

  @Test("U2: the old owner learns of a change before the new one; a swap inside one provider reports nothing")
  func handover() async throws {
    let world = try SoundWorld()
    let first = try await world.activeCall("p")
    let second = try await world.activeCall("p")
    try await world.controller.swap().performed()
    await world.host.settle()
    #expect(world.p.notes.filter { $0.hasPrefix("audio") } == ["audio + started"])
    try await world.controller.end(second).performed()
    _ = try await world.activeCall("q", .says(hertz: 700))
    #expect(world.host.call(first)?.state == .held)
    #expect(world.p.notes.filter { $0.hasPrefix("audio") } == ["audio + started", "audio - held"])
    #expect(world.q.notes.filter { $0.hasPrefix("audio") } == ["audio + started"])
    let (old, new) = (try #require(world.p.sessions.last), try #require(world.q.sessions.last))
    #expect(try #require(old.since) <= #require(new.since))
    #expect(Sound.has(700, in: world.pass(), .fullband))
  }

  @Test("U3: in a group that the host mixes every provider is active, and each party hears all others but not itself")
  func mixed() async throws {
    let world = try SoundWorld()
    let first = try await world.activeCall("p", .says(hertz: 1_000))
    let second = try await world.activeCall("q", .says(hertz: 700))
    try await world.controller.merge([first, second]).performed()
    await world.host.settle()
    #expect(world.host.audio().owners.sorted() == ["p", "q"])
    #expect(world.p.notes.last { $0.hasPrefix("audio") } == "audio + merged")
    let loudspeaker = world.pass(50, speaking: 440)
    #expect(Sound.has(1_000, in: loudspeaker, .fullband))
    #expect(Sound.has(700, in: loudspeaker, .fullband))
    #expect(!Sound.has(440, in: loudspeaker, .fullband))
    let atFirst = world.p.takeHeard(by: first)
    #expect(Sound.has(700, in: atFirst, .wideband))
    #expect(Sound.has(440, in: atFirst, .wideband))
    #expect(Sound.level(1_000, in: atFirst, .wideband) < -60)
    let atSecond = world.q.takeHeard(by: second)
    #expect(Sound.has(1_000, in: atSecond, .narrowband))
    #expect(Sound.has(440, in: atSecond, .narrowband))
    #expect(Sound.level(700, in: atSecond, .narrowband) < -60)
  }

  @Test("U4: a provider that is reset loses the audio and its rings at once")
  func reset() async throws {
    let world = try SoundWorld()
    _ = try await world.activeCall("p", .says(hertz: 1_000))
    #expect(Sound.has(1_000, in: world.pass(), .fullband))
    world.host.reset("p")
    await world.host.settle()
    #expect(world.p.notes.suffix(2) == ["audio - reset", "detach"])
    #expect(Sound.isSilent(world.pass()))
    #expect(world.host.audio().owners.isEmpty)
    #expect(world.host.audio().reason == .reset)
  }

  @Test("M1: on mute, the far end does not hear the microphone, and is still heard")
  func muted() async throws {
    let world = try SoundWorld()
    let call = try await world.activeCall("p", .says(hertz: 1_000))
    try await world.controller.setMuted(call, true).performed()
    await world.host.settle()
    #expect(Sound.has(1_000, in: world.pass(speaking: 440), .fullband))
    #expect(Sound.isSilent(world.p.takeHeard(by: call)))
    try await world.controller.setMuted(call, false).performed()
    await world.host.settle()
    world.pass(speaking: 440)
    #expect(Sound.has(440, in: world.p.takeHeard(by: call), .wideband))
  }

  @Test("Early media is heard before the call is answered, and hears nothing itself")
  func earlyMedia() async throws {
    let world = try SoundWorld()
    let call = try await world.controller.start(Handle(type: .phoneNumber, value: "1"), through: "p")
    await world.host.settle()
    world.p.farEnd(of: call, .says(hertz: 1_000))
    #expect(Sound.isSilent(world.pass(speaking: 440)))
    world.providers["p"]?.report(.earlyMedia, of: call)
    await world.host.settle()
    #expect(Sound.has(1_000, in: world.pass(speaking: 440), .fullband))
    #expect(Sound.isSilent(world.p.takeHeard(by: call)))
  }

  @Test("G1: calls that their provider groups itself hear each other, and both are heard")
  func grouped() async throws {
    let world = try SoundWorld()
    let first = try await world.activeCall("p", .says(hertz: 1_000))
    let second = try await world.activeCall("p", .says(hertz: 700))
    try await world.controller.merge([first, second]).performed()
    await world.host.settle()
    let heard = world.pass()
    #expect(Sound.has(1_000, in: heard, .fullband) && Sound.has(700, in: heard, .fullband))
    #expect(Sound.has(700, in: world.p.takeHeard(by: first), .wideband))
    #expect(Sound.has(1_000, in: world.p.takeHeard(by: second), .wideband))
  }

  @Test("An echo comes back from a far end within three frames")
  func echo() async throws {
    let world = try SoundWorld()
    _ = try await world.activeCall("p", .echoes)
    let heard = world.pass(40, speaking: 440)
    #expect(Sound.has(440, in: heard, .fullband))
    let begin = try #require(heard.firstIndex { abs(Int($0)) > 400 })
    #expect(begin < 3 * AudioRate.fullband.samplesPerFrame)
  }
}
