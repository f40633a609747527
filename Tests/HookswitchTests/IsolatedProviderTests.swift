import FoundationEssentials
import Glibc
import Hookswitch
import Testing

@testable import TransportLoader

@Suite("A transport in a process of its own", .enabled(if: PluginFolder.hasLoopback), .timeLimit(.minutes(5)))
struct IsolatedProviderTests {
  /// Loopback in a process of its own.
  private static func loopback() throws -> LoadedTransport {
    var catalog = TransportCatalog(searching: PluginFolder.path)
    let contact = FirstContact.standard()
    catalog.meet(contact, only: "org.hookswitch.loopback")
    return try LoadedTransport(isolating: try #require(catalog.usable(id: "org.hookswitch.loopback")), contact: contact, crashes: nil)
  }

  @Test("It dials, is held, swapped, muted, sends digits, is merged, split and ended as inside")
  func walk() async throws {
    let host = CallHost()
    try host.addProvider("home", transport: try Self.loopback())
    let controller = CallController(host: host)
    let first = try await controller.start(.number("5550100"))
    #expect(await controller.callObserver.call(first, reaches: .active) != nil)
    let second = try await controller.start(.number("5550100"))
    #expect(await controller.callObserver.call(second, reaches: .active) != nil)
    #expect(host.call(first)?.state == .held)
    try await controller.swap().performed()
    #expect(host.call(first)?.state == .active)
    try await controller.setMuted(first, true).performed()
    try await controller.playDTMF(first, "12").performed()
    try await controller.merge([first, second]).performed()
    #expect(host.call(second)?.state == .active)
    try await controller.split(first).performed()
    try await controller.end(second).performed()
    try await controller.end(first).performed()
    #expect(host.misbehaviour(of: "home") == MisbehaviourCount())
    await host.shutdown()
  }

  @Test("HostSettings.isolation puts added transports into a process that they share, which runners shows")
  func chosen() async throws {
    var settings = HostSettings()
    settings.isolation = .process
    let host = CallHost(settings: settings)
    for name in ["home", "work"] as [ProviderID] {
      try host.addProvider(name, fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path)
    }
    let controller = CallController(host: host)
    let call = try await controller.start(.number("5550100"), through: "work")
    #expect(await controller.callObserver.call(call, reaches: .active) != nil)
    let runner = try #require(host.runners.first)
    #expect(host.runners.count == 1 && runner.process == "org.hookswitch.loopback" && runner.transport == "org.hookswitch.loopback")
    #expect(runner.providers == ["home", "work"] && runner.calls == 1 && runner.state == .running && runner.restarts == 0)
    #expect(runner.pid != nil && (runner.memoryKibibytes ?? 0) > 0 && runner.sandbox == SandboxKernel.current.layers)
    await host.shutdown()
    #expect(host.runners.isEmpty)
    let inside = CallHost()
    try inside.addProvider("home", fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path)
    #expect(inside.runners.isEmpty)
    await inside.shutdown()
  }

  @Test("A killed process ends its calls, those of others go on, and the next call finds the transport made anew")
  func killed() async throws {
    let host = CallHost()
    let transport = try Self.loopback()
    try host.addProvider("apart", transport: transport)
    try host.addProvider("inside", fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path)
    let controller = CallController(host: host)
    let kept = try await controller.start(.number("5550100"), through: "inside")
    #expect(await controller.callObserver.call(kept, reaches: .active) != nil)
    let lost = try await controller.start(.number("5550100"), through: "apart")
    #expect(await controller.callObserver.call(lost, reaches: .active) != nil)
    var events = controller.callObserver.events().makeAsyncIterator()
    let pid = try #require(transport.runnerPID)
    kill(pid, SIGKILL)
    var end: CallEnd?
    var reason: String?
    while end == nil || reason == nil, let event = await events.next() {
      switch event.body {
      case .ended(lost, let found): end = found
      case .lost("apart", .lost(let error)): reason = error?.message
      default: break
      }
    }
    #expect(end?.cause == .providerLost)
    #expect(reason?.contains("SIGKILL, 1 call ended") == true, "\(reason ?? "none")")
    #expect(host.call(kept)?.state == .held)
    try await controller.resume(kept).performed()
    #expect(host.call(kept)?.state == .active)
    let again = try await controller.start(.number("5550100"), through: "apart")
    #expect(await controller.callObserver.call(again, reaches: .active) != nil)
    #expect(transport.runnerPID != pid)
    await host.shutdown()
    #expect(host.providers.isEmpty)
  }

  @Test("P6, P7, fault 37: three losses are a quarantine, which ends by itself once it has been ready for 60 s")
  func quarantine() async throws {
    let clock = VirtualClock()
    let host = CallHost(clock: clock)
    let transport = try Self.loopback()
    let controller = CallController(host: host)
    var events = controller.callObserver.events().makeAsyncIterator()
    func standing(_ wanted: Roster.Standing) async {
      while let event = await events.next() {
        if case .provider("apart", wanted) = event.body { return }
      }
    }
    try host.addProvider("apart", transport: transport)
    await standing(.ready)
    for pause in [Duration.milliseconds(500), .seconds(1)] {
      kill(try #require(transport.runnerPID), SIGKILL)
      await standing(.notReady)
      await clock.advance(by: pause)
      await standing(.ready)
    }
    kill(try #require(transport.runnerPID), SIGKILL)
    await standing(.quarantined)
    await #expect(throws: CallError(.providerUnavailable, provider: "apart")) { try await controller.start(.number("5550100")) }
    await clock.advance(by: .seconds(60))
    // The new process takes a moment of real time until it is ready; its 60 s begin then. No event tells of that.
    while host.providers.first?.standing == .quarantined { await clock.advance(by: .seconds(1)) }
    #expect(host.providers.first?.standing == .ready)
    let call = try await controller.start(.number("5550100"))
    #expect(await controller.callObserver.call(call, reaches: .active) != nil)
    await host.shutdown()
  }

  @Test("P7: an emergency call restarts a quarantined transport at once, and goes out when it is ready")
  func emergency() async throws {
    let clock = VirtualClock()
    let host = CallHost(clock: clock)
    let transport = try Self.loopback()
    let controller = CallController(host: host)
    var events = controller.callObserver.events().makeAsyncIterator()
    func standing(_ wanted: Roster.Standing) async {
      while let event = await events.next() {
        if case .provider("apart", wanted) = event.body { return }
      }
    }
    try host.addProvider("apart", transport: transport)
    await standing(.ready)
    for pause in [Duration.milliseconds(500), .seconds(1), nil] {
      kill(try #require(transport.runnerPID), SIGKILL)
      await standing(pause == nil ? .quarantined : .notReady)
      guard let pause else { break }
      await clock.advance(by: pause)
      await standing(.ready)
    }
    let call = try await controller.start(.number("112"))
    var isDialed = false
    while !isDialed, let event = await events.next() {
      if case .entered(call, .dialing) = event.body { isDialed = true }
    }
    #expect(isDialed)
    #expect(transport.runnerPID != nil)
    await host.shutdown()
  }
}
