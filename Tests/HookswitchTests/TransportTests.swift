import FoundationEssentials
import Hookswitch
import Testing
import TransportLoader

@Suite("A transport loaded at run time", .enabled(if: PluginFolder.hasLoopback), .timeLimit(.minutes(5)))
struct TransportTests {
  @Test("A transport is found by its id, dials, is held, swapped and ended, and closes with the host")
  func walk() async throws {
    let host = CallHost()
    try host.addProvider("home", fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path)
    let controller = CallController(host: host)
    // Requested before its line is ready, so it waits (S8).
    let first = try await controller.start(.number("5550100"))
    let connected = await controller.callObserver.call(first, reaches: .active)
    #expect(connected?.provider == "home")
    let second = try await controller.start(.number("5550100"))
    #expect(await controller.callObserver.call(second, reaches: .active) != nil)
    #expect(host.call(first)?.state == .held)
    try await controller.swap().performed()
    #expect(host.call(first)?.state == .active)
    try await controller.playDTMF(first, "12").performed()
    await host.shutdown()
    #expect(controller.callObserver.calls.isEmpty)
    #expect(host.providers.isEmpty)
    await #expect(throws: CallError(.unknownCallProvider)) { try await controller.start(.number("1")) }
  }

  @Test("Reports of the network arrive: busy, and a far end that hangs up")
  func farEnd() async throws {
    let host = CallHost()
    try host.addProvider("home", fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path)
    var events = CallObserver(host: host).events().makeAsyncIterator()
    let controller = CallController(host: host)
    let call = try await controller.start(.number("5550102"))
    var end: CallEnd?
    while end == nil, let event = await events.next() {
      if case .ended(call, let found) = event.body { end = found }
    }
    #expect(end?.transport?.cause == 17)
    #expect(host.misbehaviour(of: "home") == MisbehaviourCount())
    await host.shutdown()
  }

  @Test("A transport takes another configuration during a call, or reports an error and keeps its configuration (P5)")
  func configuration() async throws {
    let host = CallHost()
    try host.addProvider("home", fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path)
    let controller = CallController(host: host)
    let call = try await controller.start(.number("5550100"))
    #expect(await controller.callObserver.call(call, reaches: .active) != nil)
    try await host.configure("home", configuration: "{\"name\": \"Elsewhere\"}")
    let fault = await #expect(throws: TransportFault.self) { try await host.configure("home", configuration: "{\"name\": 7}") }
    #expect(fault?.code == -2 && fault?.message.contains("/name") == true)
    #expect(host.call(call)?.state == .active)
    let nobody = await #expect(throws: TransportFault.self) { try await host.configure("nobody", configuration: "") }
    #expect(nobody?.code == -3)
    await host.shutdown()
  }

  @Test("A missing transport is named, with the searched folders")
  func missing() {
    do {
      try CallHost().addProvider("x", fromTransport: "org.example.none", searching: PluginFolder.path)
      Issue.record("a transport was made of nothing")
    } catch {
      #expect(error.code == .unknownTransport)
      #expect(error.description.contains(PluginFolder.name))
    }
  }

  @Test("A configuration that its instance refuses loses the provider, with the plugin's message")
  func badConfiguration() async throws {
    let host = CallHost()
    var events = CallObserver(host: host).events().makeAsyncIterator()
    try host.addProvider("home", fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path, configuration: "{\"nonsense\": 1}")
    var standing: Roster.Standing?
    while standing == nil, let event = await events.next() {
      if case .lost("home", .lost(let error)) = event.body {
        #expect(error?.message.contains("nonsense") == true)
        standing = .notReady
      }
    }
    await host.shutdown()
  }
}
