import Hookswitch
import Testing

@Suite("The SIP transport in a host", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(5)))
struct LoadingTests {
  @Test("without any configuration it is ready for direct calls, and gives its port back when the host shuts down")
  func direct() async throws {
    for _ in 0..<2 {
      let host = CallHost()
      try host.addProvider("sip", fromTransport: "org.hookswitch.sip", searching: PluginFolder.path, configuration: "{\"port\": 0}")
      var events = CallObserver(host: host).events().makeAsyncIterator()
      while host.providers.first?.standing != .ready, await events.next() != nil {}
      await host.shutdown()
    }
  }
}
