import CallControl
import Hookswitch
import SIPWire
import Testing

@Suite("A digest", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct DigestFlowTests {
  @Test(
    """
    to a registrar is what the registrar reckons itself; its nonce is counted, and replaced by a stale one's (RFC 7616 section 3.4, RFC 8760) \
    and by the next one that is named (section 3.5)
    """, arguments: DigestCheck.all)
  func registrar(_ check: DigestCheck) async throws {
    try await SIPHost.with([Self.alice]) { phone in
      var registrar = PlayedServer(try WireSocket())
      try await phone.configure(["registrar": .text("sip:127.0.0.1:\(registrar.port)"), "keep-alive": 0])
      let first = try registrar.next("REGISTER")
      #expect(first.header("authorization").isEmpty)
      registrar.answer(first, "401 Unauthorized", ["WWW-Authenticate: " + check.challenge("one")])
      let known = try registrar.next("REGISTER")
      try await check.verify(known, "authorization", nonce: "one", count: 1)
      registrar.answer(known, "200 OK", ["Contact: \(known.header("contact"));expires=2"])
      let again = try registrar.next("REGISTER")
      try await check.verify(again, "authorization", nonce: "one", count: 2)
      registrar.answer(again, "401 Unauthorized", ["WWW-Authenticate: " + check.challenge("two=", isStale: true)])
      let fresh = try registrar.next("REGISTER")
      try await check.verify(fresh, "authorization", nonce: "two=", count: 1)
      registrar.answer(
        fresh, "200 OK", ["Contact: \(fresh.header("contact"));expires=2", "Authentication-Info: nextnonce=\"three\""])
      let last = try registrar.next("REGISTER")
      try await check.verify(last, "authorization", nonce: "three", count: 1)
      registrar.answer(last, "200 OK", ["Contact: \(last.header("contact"));expires=600"])
    }
  }

  @Test("to a proxy is what the proxy computes for the INVITE (RFC 3261 section 22.3)", arguments: DigestCheck.all)
  func proxy(_ check: DigestCheck) async throws {
    try await SIPHost.with([Self.alice]) { phone in
      var proxy = PlayedServer(try WireSocket())
      let call = try await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.1:\(proxy.port);user=phone"))
      let first = try proxy.next("INVITE")
      #expect(first.header("proxy-authorization").isEmpty)
      proxy.answer(first, "407 Proxy Authentication Required", ["Proxy-Authenticate: " + check.challenge("one")])
      let second = try proxy.next("INVITE")
      try await check.verify(second, "proxy-authorization", nonce: "one", count: 1)
      proxy.answer(second, "407 Proxy Authentication Required", ["Proxy-Authenticate: " + check.challenge("two", isStale: true)])
      let third = try proxy.next("INVITE")
      try await check.verify(third, "proxy-authorization", nonce: "two", count: 1)
      proxy.answer(third, "486 Busy Here", [])
      #expect(try await phone.end(of: call).transport?.code == 486)
    }
  }

  private static let alice = Account(
    "alice", ["uri": "sip:alice@127.0.0.1", "secret": "word"], secrets: ["word": "wonder: \"land\""])
}
