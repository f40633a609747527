import FoundationEssentials
import Hookswitch
import Testing

@Suite("Results and options of requests")
struct RequestRuleTests {
  @Test("E1 an End of a call that has just ended succeeds with that result; for a call that never existed it is refused")
  func endOfEndedCall() async throws {
    let world = try World()
    let call = try await world.activeCall()
    let first = try await world.controller.end(call)
    try await first.performed()
    #expect(await results(of: first).map(\.alreadyEnded) == [false])
    let second = try await world.controller.end(call)
    try await second.performed()
    #expect(await results(of: second).map(\.alreadyEnded) == [true])
    #expect(await results(of: second).map(\.error) == [nil])
    #expect(world.delegate.heard.count { $0 == "end" } == 1)
    try await world.controller.endGroup(of: call).performed()
    await #expect(throws: CallError(.unknownCallUUID, [CallID.zero])) { try await world.controller.end(.zero) }
    await #expect(throws: CallError.self) { try await world.controller.hold(call) }
  }

  @Test("E1 an End of an ended call is an ordinary action of a transaction")
  func endOfEndedCallInTransaction() async throws {
    let world = try World()
    let call = try await world.activeCall()
    world.provider.reportCall(with: call, reason: .remoteEnded)
    await world.host.settle()
    let next = CallID()
    let request = try await world.controller.requestTransaction(
      with: [EndCallAction(call: call), StartCallAction(call: next, handle: .number("2"))])
    try await request.performed()
    #expect(await results(of: request).map(\.alreadyEnded) == [true, false])
    #expect(world.state(next) == .dialing)
  }

  @Test("X4 a thread that waits for the judgement waits for no provider, and learns a refusal")
  func judgementForThreads() throws {
    let world = try World(deaf: [.start])
    let accepted = world.controller.submit(Transaction(action: StartCallAction(call: CallID(), handle: .number("1"))))
    #expect(accepted.waitForJudgement() == nil)
    #expect(!accepted.isComplete)
    let refused = world.controller.submit(Transaction(action: EndCallAction(call: .zero)))
    #expect(refused.waitForJudgement() == CallError(.unknownCallUUID, [CallID.zero]))
    #expect(refused.isComplete)
  }

  private func results(of request: PendingRequest) async -> [ActionResult] {
    var results: [ActionResult] = []
    for await result in request.results { results.append(result) }
    return results
  }

  @Test("E1 a decline gives the delegate busy, a cause and a text; a plain End gives none")
  func decline() async throws {
    let world = try World(deaf: [.end])
    let call = try await world.ringingCall()
    try await world.controller.decline(call, Decline(.busyEverywhere, cause: 17, text: "In a meeting"))
    await world.host.settle()
    let action = try #require(world.delegate.kept.last as? EndCallAction)
    #expect(action.decline == Decline(.busyEverywhere, cause: 17, text: "In a meeting"))
    #expect(action.cause == .declined)
    action.fulfill()
    await world.host.settle()
    let other = try await world.ringingCall()
    try await world.controller.end(other)
    await world.host.settle()
    #expect((world.delegate.kept.last as? EndCallAction)?.decline == nil)
  }

  @Test("S7 a video Start is refused where the provider carries no video", arguments: [false, true])
  func video(supportsVideo: Bool) async throws {
    var configuration = ProviderConfiguration(localizedName: "A")
    configuration.supportsVideo = supportsVideo
    let world = try World(configuration: configuration)
    let call = CallID()
    if supportsVideo {
      try await world.controller.start(.number("1"), call: call, isVideo: true)
      #expect(world.host.call(call)?.capabilities.contains(.video) == true)
    } else {
      await #expect(throws: CallError(.invalidAction, [call])) { try await world.controller.start(.number("1"), call: call, isVideo: true) }
      // Y1: an emergency call goes out without video.
      try await world.controller.start(.number("112"), isVideo: true)
      await world.host.settle()
      #expect(world.delegate.heard.last { $0.hasPrefix("start") } == "start 112")
    }
  }

  @Test("X9 no program may act as the host or a provider", arguments: [Origin.host, .provider])
  func unentitled(origin: Origin) async throws {
    let world = try World()
    let call = try await world.activeCall()
    await #expect(throws: CallError(.unentitled)) { try await world.controller.end(call, origin: origin) }
    await #expect(throws: CallError(.unentitled)) { try await world.controller.swap(origin: origin) }
    #expect(world.state(call) == .active)
    #expect(!world.delegate.heard.contains("end"))
  }

  @Test("X9 a policy protects calls that a person started or answered from programs")
  func protection() async throws {
    var settings = HostSettings()
    settings.policy.protectsUserCalls = true
    let world = try World(settings: settings)
    let call = try await world.activeCall()
    await #expect(throws: CallError(.callIsProtected, [call])) { try await world.controller.end(call, origin: .client) }
    await #expect(throws: CallError(.callIsProtected, [call])) { try await world.controller.setMuted(call, true, origin: .client) }
    // It would hold the person's call.
    await #expect(throws: CallError(.callIsProtected, [call])) { try await world.controller.start(.number("2"), origin: .client) }
    try await world.controller.end(call).performed()
    let own = try await world.controller.start(.number("2"), origin: .client)
    await world.host.settle()
    try await world.controller.end(own, origin: .client).performed()
  }
}

extension CallID {
  static let zero = CallID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
