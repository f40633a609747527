import FoundationEssentials
import Hookswitch
import Testing

@Suite("Sounds of a line's device beside calls", .timeLimit(.minutes(5)))
struct LineSoundTests {
  private func world() throws -> SoundWorld {
    try SoundWorld(sounds: LineSounds(try #require(TonePlan(country: "US"))))
  }

  @Test("I2: the ringtone while no call is in front; the waiting tone, under the voice, while one is; silence once answered")
  func ringAndWait() async throws {
    let world = try world()
    let first = try await world.ringingCall("q")
    #expect(!Sound.isSilent(world.pass(10)))
    try await world.controller.answer(first).performed()
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(10)))
    world.q.farEnd(of: first, .says(hertz: 700))
    let second = try await world.ringingCall("p")
    #expect(world.host.call(second)?.isWaiting == true)
    // 440 Hz, which begins at once.
    let both = world.pass(12)
    #expect(Sound.level(440, in: both, .fullband) > -30)
    #expect(Sound.has(700, in: both, .fullband))
    #expect(Sound.isSilent(world.q.takeHeard(by: first)))
    // The front call ends: it rings now.
    world.providers["q"]?.reportCall(with: first, reason: .remoteEnded)
    await world.host.settle()
    #expect(world.host.call(second)?.isWaiting == false)
    let rings = world.pass(10)
    #expect(!Sound.isSilent(rings))
    #expect(Sound.level(700, in: rings, .fullband) < -40)
    try await world.controller.end(second).performed()
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(10)))
  }

  @Test("While another program rings there is no ringtone, and the waiting tone stays") func elsewhere() async throws {
    let world = try world()
    world.host.setRingtone(isOn: false)
    let first = try await world.ringingCall("q")
    #expect(Sound.isSilent(world.pass(10)))
    world.host.setRingtone(isOn: true)
    await world.host.settle()
    #expect(!Sound.isSilent(world.pass(10)))
    world.host.setRingtone(isOn: false)
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(10)))
    try await world.controller.answer(first).performed()
    _ = try await world.ringingCall("p")
    #expect(Sound.level(440, in: world.pass(12), .fullband) > -30)
  }

  @Test("A call that rings at the far end plays ringback here, until there is early media or an answer")
  func ringback() async throws {
    let world = try world()
    let call = try await world.controller.start(Handle(type: .phoneNumber, value: "1"), through: "p")
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(10)))
    world.providers["p"]?.reportOutgoingCall(with: call, startedConnectingAt: nil)
    await world.host.settle()
    let tone = world.pass(20)
    #expect(Sound.level(440, in: tone, .fullband) > -30)
    #expect(Sound.level(480, in: tone, .fullband) > -30)
    world.providers["p"]?.report(.earlyMedia, of: call)
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(10)))
  }

  @Test(
    "A failed call plays the tone of its Q.850 cause, for five seconds",
    arguments: [
      (17, CallTone.busy), (21, .busy), (1, .sitVacant), (22, .sitIntercept), (34, .sitNoCircuit), (41, .congestion), (0, .congestion),
    ] as [(UInt32, CallTone)])
  func failure(cause: UInt32, tone: CallTone) async throws {
    let world = try world()
    let call = try await world.controller.start(Handle(type: .phoneNumber, value: "1"), through: "p")
    await world.host.settle()
    world.providers["p"]?.reportCall(with: call, reason: .failed, error: TransportError(cause: cause))
    await world.host.settle()
    let plan = try #require(TonePlan(country: "US"))
    let heard = world.pass(10)
    for hertz in try #require(plan[tone].segments.first).frequencies {
      #expect(Sound.level(hertz, in: heard, .fullband) > -40, "\(hertz) Hz")
    }
    await world.clock.advance(by: .seconds(5))
    #expect(Sound.isSilent(world.pass(10)))
  }

  @Test("A call that was cancelled here, or had early media, ends in silence")
  func noFailure() async throws {
    let world = try world()
    let call = try await world.controller.start(Handle(type: .phoneNumber, value: "1"), through: "p")
    await world.host.settle()
    try await world.controller.end(call).performed()
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(10)))
    let other = try await world.controller.start(Handle(type: .phoneNumber, value: "1"), through: "p")
    await world.host.settle()
    world.providers["p"]?.report(.earlyMedia, of: other)
    world.providers["p"]?.reportCall(with: other, reason: .failed, error: TransportError(cause: 17))
    await world.host.settle()
    #expect(Sound.isSilent(world.pass(10)))
  }
}
