import CallControl
import Hookswitch
import Testing

@Suite("A registration", .serialized, .enabled(if: PluginFolder.hasSIP && Kamailio.isThere), .timeLimit(.minutes(5)))
struct LostRegistrationTests {
  @Test("that its registrar lost is down until the registrar is back, and then up again (RFC 5626 section 4.5)", arguments: ["tcp", "udp"])
  func lost(transport: String) async throws {
    let port = FreePort.next()
    let first = try await Kamailio(port: port, longest: 2)
    let registrar: [String: Account.Value] = ["registrar": .text("sip:127.0.0.1:\(port);transport=\(transport)"), "transaction-seconds": 1]
    try await SIPHost.with([first.account("alice", registrar)]) { host in
      let before = host.events.entries.count
      first.stop()
      let isDown = await host.events.first(from: before, within: .seconds(30)) { $0 == .provider("alice", .notReady) ? true : nil }
      #expect(isDown == true, "\(host.told)")
      let afterwards = host.events.entries.count
      let second = try await Kamailio(port: port, longest: 2)
      let isUp = await host.events.first(from: afterwards, within: .seconds(30)) { $0 == .provider("alice", .ready) ? true : nil }
      #expect(isUp == true, "\(host.told)")
      #expect(await second.sees("REGISTER alice 3600"))
    }
  }

  @Test("sends keep-alives (RFC 5626 section 3.5)")
  func keepsAlive() async throws {
    let proxy = try await Kamailio()
    try await SIPHost.with([proxy.account("alice", ["keep-alive": 1])]) { _ in
      #expect(await proxy.sees("OPTIONS"))
      let first = proxy.seen.filter { $0.hasPrefix("OPTIONS") }.count
      _ = await within(.seconds(10)) { () -> Bool? in
        while !Task.isCancelled, proxy.seen.filter({ $0.hasPrefix("OPTIONS") }).count < first + 2 { await Task.yield() }
        return true
      }
      #expect(proxy.seen.filter { $0.hasPrefix("OPTIONS") }.count >= first + 2)
    }
  }
}
