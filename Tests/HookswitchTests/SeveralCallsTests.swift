import FoundationEssentials
import Hookswitch
import Testing

@Suite("Several calls through the host")
struct SeveralCallsTests {
  @Test("merge and split reach the provider by the rules (G1, G4)")
  func mergeAndSplit() async throws {
    let world = try World()
    let first = try await world.activeCall("1")
    let second = try await world.activeCall("2")
    try await world.controller.merge([first, second]).performed()
    #expect(world.host.snapshot().groups.map(\.count) == [2])
    try await world.controller.split(second).performed()
    #expect(world.state(first) == .held)
    #expect(world.state(second) == .active)
    #expect(world.delegate.heard.suffix(4) == ["setHeld false", "setGroup +", "setHeld true", "setGroup -"])
    try await world.controller.endGroup(of: second).performed()
    #expect(world.host.call(second) == nil)
  }

  @Test("mute survives hold, and tones are sent one run at a time with their pauses (M1, M2)")
  func muteAndTones() async throws {
    let world = try World()
    let call = try await world.activeCall()
    try await world.controller.setMuted(call, true).performed()
    #expect(world.host.call(call)?.isMuted == true)
    let tones = try await world.controller.playDTMF(call, "12,34;5")
    await world.host.settle()
    #expect(world.delegate.heard.last == "playDTMF 12")
    await world.clock.advance(by: .seconds(2))
    #expect(world.delegate.heard.last == "playDTMF 34")
    #expect(!tones.isComplete)
    try await world.controller.continueDTMF(call)
    try await tones.performed()
    #expect(world.delegate.heard.last == "playDTMF 5")
    // All runs of tones are one action, under the requested id.
    #expect(world.delegate.names.suffix(3).allSatisfy { [$0] == tones.actions })
  }

  @Test("X2: calls of two lines in one transaction are refused, and no part of it is done")
  func twoLines() async throws {
    let world = try World()
    let desk = CallController(host: world.host, line: "desk")
    let first = try await world.activeCall()
    let second = try await desk.start(.number("2"))
    await world.host.settle()
    await #expect(throws: CallError(.invalidAction)) {
      try await world.controller.requestTransaction(with: [EndCallAction(call: first), EndCallAction(call: second)])
    }
    #expect(world.state(first) == .active)
    #expect(world.state(second) == .dialing)
  }

  @Test("each action of a transaction has its own result, in order; actions after a failure are aborted (X3, X4)")
  func results() async throws {
    let world = try World(failing: [.setHeld])
    let call = try await world.activeCall()
    let hold = SetHeldCallAction(call: call, onHold: true)
    let start = StartCallAction(call: CallID(), handle: .number("2"))
    let request = try await world.controller.requestTransaction(with: [hold, start])
    var results: [ActionResult] = []
    for await result in request.results { results.append(result) }
    #expect(results.map(\.action) == [hold.uuid, start.uuid])
    #expect(results.map(\.error?.code) == [.actionFailed, .transactionAborted])
    #expect(request.resultsSoFar == results)
    await #expect(throws: CallError.self) { try await request.performed() }
  }

  @Test("an accepted request claims a UUID, and a refused one frees it again (S7, V6)")
  func claims() async throws {
    let world = try World()
    let call = CallID()
    await #expect(throws: CallError(.unknownCallProvider)) { try await world.controller.start(.number("1"), call: call, through: "nobody") }
    try await world.controller.start(.number("1"), call: call)
    await #expect(throws: CallError(.callUUIDAlreadyExists, [call])) { try await world.controller.start(.number("1"), call: call) }
    let other = CallController(host: world.host, line: "desk")
    await #expect(throws: CallError(.callUUIDAlreadyExists, [call])) { try await other.start(.number("1"), call: call) }
    try await world.controller.end(call).performed()
    await #expect(throws: CallError(.callUUIDAlreadyExists, [call])) { try await world.controller.start(.number("1"), call: call) }
  }

  @Test("a refused request that names a live call as a new one leaves that call alone, even across lines")
  func claimsAcrossLines() async throws {
    let world = try World()
    let desk = CallController(host: world.host, line: "desk")
    let first = try await world.activeCall()
    let second = try await desk.start(.number("2"))
    await world.host.settle()
    await #expect(throws: CallError.self) {
      try await world.controller.requestTransaction(with: [
        SetHeldCallAction(call: first, onHold: true), EndCallAction(call: second), StartCallAction(call: second, handle: .number("3")),
      ])
    }
    #expect(world.state(second) == .dialing)
    try await world.controller.end(second).performed()
  }

  @Test("a provider that takes whole transactions gets its part in one piece (X5)")
  func whole() async throws {
    var configuration = ProviderConfiguration()
    configuration.executesTransactions = true
    let world = try World(takesWhole: true, configuration: configuration)
    let call = try await world.activeCall()
    let next = CallID()
    try await world.controller.requestTransaction(with: [
      SetHeldCallAction(call: call, onHold: true), StartCallAction(call: next, handle: .number("2")),
    ]).performed()
    #expect(world.delegate.heard.filter { $0.hasPrefix("execute") } == ["execute 1", "execute 2"])
    #expect(world.state(call) == .held)
    #expect(world.state(next) == .dialing)
  }

  @Test("a far end's transfer request is offered, decided, and carried out under the provider's id (R3)")
  func transferWish() async throws {
    let world = try World()
    var events = world.controller.callObserver.events().makeAsyncIterator()
    let call = try await world.activeCall()
    let next = CallID()
    world.provider.report(.transferRequested(.number("7"), as: next), of: call)
    var offered: Handle?
    while offered == nil, let event = await events.next() {
      if case .transferRequested(call, let handle) = event.body { offered = handle }
    }
    #expect(offered == .number("7"))
    await #expect(throws: CallError(.callUUIDAlreadyExists, [next])) { try await world.controller.start(.number("1"), call: next) }
    try await world.controller.acceptTransfer(of: call).performed()
    world.provider.reportOutgoingCall(with: next, connectedAt: nil)
    await world.host.settle()
    #expect(world.state(next) == .active)
    #expect(world.host.call(call) == nil)
    #expect(world.delegate.heard.contains("transfer true"))
  }

  @Test("a refused transfer request frees the id of its call")
  func transferRefused() async throws {
    let world = try World()
    let call = try await world.activeCall()
    let next = CallID()
    world.provider.report(.transferRequested(.number("7"), as: next), of: call)
    try await world.controller.refuseTransfer(of: call).performed()
    try await world.controller.end(call).performed()
    try await world.controller.start(.number("1"), call: next)
  }
}
