import Hookswitch
import Locking
import Testing

@Suite("Providers that come and go")
struct ProviderLossTests {
  @Test("P1: the calls of a lost provider end at once, those of others go on, and a new call waits until it is back")
  func lost() async throws {
    let world = try World()
    let (other, _) = try world.another("b")
    let first = try await world.activeCall(through: other)
    let second = try await world.activeCall()
    world.provider.reportLost(TransportError(message: "it crashed"))
    await world.host.settle()
    #expect(world.host.call(second) == nil)
    #expect(world.state(first) == .held)
    try await world.controller.resume(first).performed()
    try await world.controller.end(first).performed()
    let third = try await world.controller.start(.number("3"), through: "a")
    await world.clock.advance(by: .seconds(1))
    #expect(world.state(third) == .requested)
    world.provider.reportReady()
    await world.host.settle()
    #expect(world.state(third) == .dialing)
  }

  @Test("P8: of a provider with two instances the loss of one ends its calls, and no other; it goes on, or is made anew")
  func lostInstance() async throws {
    let world = try World()
    let old = try await world.activeCall()
    world.provider.report(.leftBehind(true), of: old)
    let new = try await world.activeCall()
    world.provider.report([.lostCalls([old], TransportError(message: "SIGSEGV"), goesOn: true)])
    await world.host.settle()
    #expect(world.host.call(old) == nil && world.state(new) == .active)
    #expect(world.host.providers.first?.standing == .ready)
    let third = try await world.controller.start(.number("3"), through: "a")
    await world.host.settle()
    #expect(world.state(new) == .held && world.state(third) == .dialing)
    world.provider.report([.lostCalls([third], nil, goesOn: false)])
    await world.host.settle()
    #expect(world.host.call(third) == nil && world.host.providers.first?.standing == .notReady)
    try await world.controller.end(new).performed()
  }

  @Test("P6: it is made anew after 0.5 s and 1 s, then is in quarantine until it is pardoned")
  func backOff() async throws {
    let clock = VirtualClock()
    let host = CallHost(clock: clock)
    let restarts = Locked<[Int64]>([])
    let provider = try host.register("a", delegate: ScriptedDelegate()) { provider in
      restarts.withLock { $0.append(clock.now.nanoseconds / 1_000_000) }
      provider.reportReady()
    }
    for _ in 0..<3 {
      provider.reportLost()
      await clock.advance(by: .seconds(10))
    }
    #expect(restarts.withLock { $0 } == [500, 11_000])
    #expect(host.providers.first?.standing == .quarantined)
    let controller = CallController(host: host)
    await #expect(throws: CallError(.providerUnavailable)) { try await controller.start(.number("1")) }
    host.pardon("a")
    await host.settle()
    #expect(restarts.withLock { $0.count } == 3)
    try await controller.start(.number("1"))
  }

  @Test("P2: a reset ends the calls with that cause, and the delegate learns of it when the host asked for it")
  func reset() async throws {
    let world = try World()
    var events = world.controller.callObserver.events().makeAsyncIterator()
    let call = try await world.activeCall()
    world.host.reset("a")
    await world.host.settle()
    #expect(world.delegate.heard.contains("reset"))
    #expect(!world.delegate.heard.contains("end"))
    var end: CallEnd?
    while end == nil, let event = await events.next() {
      if case .ended(call, let found) = event.body { end = found }
    }
    #expect(end?.cause == .reset)
    try await world.controller.start(.number("1"))
  }

  @Test("P5: a configuration changes during calls; its limits apply from then on")
  func configuration() async throws {
    let world = try World()
    let first = try await world.activeCall()
    world.provider.configuration.maximumCallGroups = 1
    #expect(world.provider.configuration.maximumCallGroups == 1)
    await #expect(throws: CallError.self) { try await world.controller.start(.number("2")) }
    #expect(world.state(first) == .active)
  }

  @Test("a name is registered once, and is free again after its provider is invalidated")
  func names() throws {
    let world = try World()
    #expect(throws: HostError.self) { try world.another("a") }
    world.provider.invalidate()
    _ = try world.another("a")
  }

  @Test("P2, P6: a lost provider that is retired before its restart is released, and is not made anew")
  func retiredBeforeRestart() async throws {
    let clock = VirtualClock()
    let host = CallHost(clock: clock)
    let restarts = Locked(0)
    weak var released: ScriptedDelegate?
    do {
      let delegate = ScriptedDelegate()
      released = delegate
      let provider = try host.register("a", delegate: delegate) { _ in restarts.withLock { $0 += 1 } }
      provider.reportLost()
      provider.invalidate()
    }
    await host.settle()
    #expect(released == nil)
    await clock.advance(by: .seconds(1))
    #expect(restarts.withLock { $0 } == 0)
  }

  @Test("a released host invalidates its providers, and releases their delegates")
  func release() async throws {
    weak var released: ScriptedDelegate?
    weak var other: CallHost?
    do {
      let world = try World()
      _ = try await world.activeCall()
      released = world.delegate
      other = world.host
      await world.host.shutdown()
      #expect(world.delegate.heard.contains("end"))
    }
    #expect(other == nil)
    #expect(released == nil)
  }

  @Test("E3: shutdown() resumes no held call")
  func shutdownResumesNothing() async throws {
    let world = try World()
    let delegate = ScriptedDelegate()
    // A direct delegate answers an End before the request for it returns.
    let direct = try world.host.register(
      "direct", ProviderConfiguration(), delegate, queue: nil, isReady: true, isDirect: true, restart: nil)
    _ = try await world.activeCall("5550100", through: direct)
    _ = try await world.activeCall("5550101", through: direct)
    // The oldest call is in front.
    try await world.controller.swap().performed()
    await world.host.shutdown()
    let heard = delegate.heard.filter { $0.hasPrefix("setHeld") || $0 == "end" }
    #expect(heard == ["setHeld true", "setHeld true", "setHeld false", "end", "end"])
  }
}
