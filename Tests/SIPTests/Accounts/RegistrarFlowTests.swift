import Hookswitch
import Testing

@Suite("A registrar", .serialized, .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(5)))
struct RegistrarFlowTests {
  @Test("with several digest challenges gets the strongest supported one, also for a new nonce, and refreshes in time")
  func challenges() async throws {
    let registrar = try await SIPpRun("registrar-challenges")
    try await SIPHost.with([account(at: registrar)]) { _ in await registrar.finish() }
  }

  @Test("that is busy is asked again after its Retry-After", .enabled(if: Kamailio.isThere))
  func busy() async throws {
    let busy = try await SIPpRun("registrar-busy")
    try await SIPHost.with([account(at: busy)], isReady: false) { host in
      await busy.finish()
      let free = try await Kamailio(port: busy.port)
      #expect(await free.sees("REGISTER alice challenged"))
      #expect(host.told.contains("failed: Service Unavailable (503)"))
    }
  }

  @Test("behind an outbound proxy is reached through a loose route, with all contacts")
  func routed() async throws {
    let proxy = try await SIPpRun("registrar-routed")
    let settings: [String: Account.Value] = [
      "registrar": "sip:registrar.example.org", "uri": "sip:alice@example.org", "outbound-proxy": .text("sip:127.0.0.1:\(proxy.port)"),
      "contacts": ["udp", "tcp"],
    ]
    try await SIPHost.with([account(at: proxy, settings)]) { _ in await proxy.finish() }
  }

  private func account(at registrar: SIPpRun, _ settings: [String: Account.Value] = [:]) -> Account {
    let own: [String: Account.Value] = [
      "uri": "sip:alice@127.0.0.1", "registrar": .text("sip:127.0.0.1:\(registrar.port)"), "secret": "word", "keep-alive": 0,
    ]
    return Account("alice", own.merging(settings) { $1 }, secrets: ["word": "wonderland"])
  }
}
