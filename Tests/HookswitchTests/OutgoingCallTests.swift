import FoundationEssentials
import Hookswitch
import Testing

@Suite("An outgoing call through the host")
struct OutgoingCallTests {
  @Test("An outgoing call keeps the times of its four stages: starting, started, connecting, connected")
  func stages() async throws {
    let world = try World(deaf: [.start])
    let call = try await world.controller.start(.number("5550100"))
    await world.host.settle()
    #expect(world.state(call) == .requested)
    await world.clock.advance(by: .seconds(1))
    let action = try #require(world.delegate.kept.first)
    #expect(!action.isComplete)
    action.fulfill()
    await world.host.settle()
    #expect(action.isComplete)
    #expect(world.state(call) == .dialing)
    await world.clock.advance(by: .seconds(2))
    world.provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
    await world.clock.advance(by: .seconds(3))
    world.provider.reportOutgoingCall(with: call, connectedAt: nil)
    let seen = try #require(world.host.call(call))
    #expect(seen.state == .active)
    let times = [seen.began, seen.started, seen.connecting, seen.connected].map { $0?.nanoseconds }
    #expect(times == [0, 1_000_000_000, 3_000_000_000, 6_000_000_000])
  }

  @Test("A call is held, resumed and ended; the delegate gets begin first, and the audio after the action that brings it")
  func walk() async throws {
    let world = try World()
    let call = try await world.activeCall()
    try await world.controller.hold(call).performed()
    #expect(world.state(call) == .held)
    try await world.controller.resume(call).performed()
    try await world.controller.end(call).performed()
    await world.host.settle()
    #expect(world.host.call(call) == nil)
    #expect(
      world.delegate.heard == [
        "begin", "start 5550100", "audio +", "setHeld true", "audio -", "setHeld false", "audio +", "end", "audio -",
      ])
  }

  @Test("A start is refused before any provider is registered, and waits for one that is not ready (S8)")
  func readiness() async throws {
    let clock = VirtualClock()
    let host = CallHost(clock: clock)
    let controller = CallController(host: host)
    await #expect(throws: CallError(.unknownCallProvider)) { try await controller.start(.number("1")) }
    let delegate = ScriptedDelegate()
    let provider = try host.register("late", delegate: delegate, isReady: false)
    let call = try await controller.start(.number("1"))
    await clock.advance(by: .seconds(10))
    #expect(delegate.heard == ["begin"])
    provider.reportReady()
    await host.settle()
    #expect(host.call(call)?.state == .dialing)
  }

  @Test("T2, X4: an unresponsive provider gets a time-out, the request fails, and a late answer is counted and ignored")
  func deaf() async throws {
    let world = try World(deaf: [.start])
    let request = try await world.controller.requestTransaction(with: StartCallAction(call: CallID(), handle: .number("1")))
    await world.clock.advance(by: .milliseconds(29_999))
    #expect(!request.isComplete)
    await world.clock.advance(by: .milliseconds(1))
    await #expect(throws: CallError.self) { try await request.performed() }
    #expect(world.delegate.heard.last == "timedOut StartCallAction")
    let action = try #require(world.delegate.kept.first)
    #expect(action.isComplete)
    action.fulfill()
    await world.host.settle()
    #expect(world.host.misbehaviour(of: "a").stale == 1)
  }

  @Test("P3: an action that the delegate lacks fails at once, as not supported")
  func unimplemented() async throws {
    let world = try World()
    let call = try await world.activeCall()
    let request = try await world.controller.transfer(call, to: .handle(.number("2")))
    do {
      try await request.performed()
      Issue.record("a transfer that nobody carries out was performed")
    } catch {
      #expect(error.code == .notSupported)
    }
  }

  @Test("P4: a second fulfilment is counted, and changes nothing")
  func twice() async throws {
    let world = try World(deaf: [.start])
    let call = try await world.controller.start(.number("1"))
    await world.host.settle()
    let action = try #require(world.delegate.kept.first)
    action.fulfill()
    action.fulfill()
    action.fail()
    await world.host.settle()
    #expect(world.state(call) == .dialing)
    #expect(
      world.host.misbehaviour(of: "a")
        == {
          var count = MisbehaviourCount(); count.stale = 2; return count
        }())
  }

  @Test("The ids of the requested actions reach the delegate")
  func names() async throws {
    let world = try World(deaf: [.start])
    let start = StartCallAction(call: CallID(), handle: .number("1"))
    try await world.controller.requestTransaction(with: start)
    await world.host.settle()
    #expect(world.delegate.names == [start.uuid])
    let pending = world.provider.pendingCallActions(of: StartCallAction.self, withCall: start.callUUID)
    #expect(pending.map(\.uuid) == [start.uuid])
    #expect(world.provider.pendingTransactions.map(\.uuid) == world.delegate.offered)
    #expect(pending.first?.timeoutDate == world.clock.date(of: Instant(nanoseconds: 30_000_000_000)))
    world.delegate.kept.first?.fulfill()
    #expect(world.provider.pendingTransactions.isEmpty)
  }
}
