import CallControl
import Hookswitch
import Testing

@Suite("An account at a registrar", .serialized, .enabled(if: PluginFolder.hasSIP && Kamailio.isThere), .timeLimit(.minutes(5)))
struct RegistrationTests {
  @Test(
    "registers with the digest of its registrar, and unregisters when the host shuts down (RFC 3261 section 10.2, RFC 8760)",
    arguments: ["MD5", "SHA-256"])
  func registers(algorithm: String) async throws {
    let proxy = try await Kamailio(algorithm: algorithm)
    try await SIPHost.with([proxy.account("alice")]) { _ in }
    #expect(await proxy.sees("REGISTER alice 3600"))
    #expect(await proxy.sees("REGISTER alice 0"))
    #expect(proxy.seen.filter { $0.contains("challenged") }.count <= 2, "\(proxy.seen)")
  }

  @Test("refreshes its registration when the host asks, as after a sleep of the machine")
  func refreshes() async throws {
    let proxy = try await Kamailio()
    try await SIPHost.with([proxy.account("alice")]) { phone in
      #expect(await proxy.sees("REGISTER alice 3600"))
      phone.host.refreshRegistrations()
      let isAgain = await lookFor(.seconds(15)) { proxy.seen.count { $0.hasPrefix("REGISTER alice 3600") } == 2 ? true : nil }
      #expect(isAgain == true, "\(proxy.seen)")
    }
  }

  @Test("with a wrong password is down for good, reports it, and makes no further attempts (RFC 3261 section 22.2)")
  func wrongPassword() async throws {
    let proxy = try await Kamailio()
    try await SIPHost.with([proxy.account("alice", password: "another")], isReady: false) { host in
      let said = await host.events.first { body in
        if case .log(_, _, _, let text) = body, text.contains("registration at") { text } else { nil }
      }
      #expect(said?.contains("(401)") == true, "\(host.told)")
      #expect(host.host.providers.first?.standing != .ready)
    }
    // The proxy's own output may come after its response.
    #expect(await proxy.sees("REGISTER alice challenged MD5"), "\(proxy.seen)")
    #expect(proxy.seen.count == 2, "\(proxy.seen)")
  }

  @Test(
    "calls another account on the same sockets through the proxy, which stays in the route of BYE (RFC 3261 section 16.6)",
    arguments: ["MD5", "SHA-256"])
  func calls(algorithm: String) async throws {
    let proxy = try await Kamailio(algorithm: algorithm)
    let port = FreePort.next()
    try await SIPHost.with([proxy.account("alice", port: port)]) { alice in
      try await SIPHost.with([proxy.account("bob", port: port)]) { bob in
        let call = try await alice.controller.start(Handle(parsing: proxy.uri("bob")))
        let theirs = try await bob.incoming()
        #expect(bob.host.call(theirs)?.handle?.value == proxy.uri("alice"))
        try await bob.controller.answer(theirs).performed()
        try await alice.sees(call, .active)
        try await bob.sees(theirs, .active)
        try await alice.controller.end(call).performed()
        _ = try await bob.end(of: theirs)
      }
    }
    #expect(proxy.seen.contains { $0.hasPrefix("INVITE bob challenged") }, "\(proxy.seen)")
    #expect(await proxy.sees("BYE within"))
  }
}
