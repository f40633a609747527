import CallControl
import Hookswitch
import Testing

@Suite("The caller's identity", .serialized, .enabled(if: PluginFolder.hasSIP && Kamailio.isThere), .timeLimit(.minutes(5)))
struct IdentityTests {
  @Test("a telephone number is called at the account's domain, without separators (RFC 3966, RFC 3261 section 19.1.6)")
  func numbers() async throws {
    let proxy = try await Kamailio()
    let (ours, theirs) = (proxy.account("+4930123456"), proxy.account("+493098765"))
    try await SIPHost.with([ours]) { alice in
      try await SIPHost.with([theirs]) { bob in
        _ = try await alice.controller.start(Handle(type: .phoneNumber, value: "+49 (30) 987-65"))
        let ringing = try await bob.incoming()
        #expect(proxy.seen.contains { $0.contains("INVITE sip:+493098765@127.0.0.1:\(proxy.port);user=phone") }, "\(proxy.seen)")
        #expect(bob.host.call(ringing)?.handle?.value == proxy.uri("+4930123456"))
      }
    }
  }

  @Test("a caller whose address has user=phone is shown by the number (RFC 3261 section 19.1.6)")
  func phones() async throws {
    let proxy = try await Kamailio()
    try await SIPHost.with([proxy.account("+4930123456", ["uri": .text(proxy.uri("+4930123456") + ";user=phone")])]) { alice in
      try await SIPHost.with([proxy.account("bob")]) { bob in
        _ = try await alice.controller.start(Handle(parsing: proxy.uri("bob")))
        let call = try await bob.host.call(bob.incoming())
        #expect(call?.handle == Handle(type: .phoneNumber, value: "+4930123456"))
      }
    }
  }

  @Test("a display name is sent whole, with quotes and letters of any alphabet (RFC 3261 section 25.1)")
  func names() async throws {
    let proxy = try await Kamailio()
    let name = "Zo\u{EB} \\\"Z\\\" \u{738B}"
    try await SIPHost.with([proxy.account("alice", ["display-name": .text(name)])]) { alice in
      try await SIPHost.with([proxy.account("bob")]) { bob in
        _ = try await alice.controller.start(Handle(parsing: proxy.uri("bob")))
        let ringing = try await bob.incoming()
        #expect(bob.host.call(ringing)?.name == "Zo\u{EB} \"Z\" \u{738B}")
      }
    }
  }

  @Test("a withheld identity is anonymous to the far end, and known to the trusted proxy (RFC 3323, RFC 3325 section 9.2)")
  func withheld() async throws {
    let proxy = try await Kamailio()
    try await SIPHost.with([proxy.account("alice", ["withhold-identity": true, "display-name": "Alice"])]) { alice in
      try await SIPHost.with([proxy.account("bob", ["trusted-peers": ["127.0.0.1"]])]) { bob in
        _ = try await alice.controller.start(Handle(parsing: proxy.uri("bob")))
        let ringing = try await bob.incoming()
        let call = bob.host.call(ringing)
        #expect(call?.handle == nil && call?.name == nil, "\(String(describing: call))")
        let asked = proxy.seen.first { $0.hasPrefix("INVITE sip:bob") }
        #expect(asked?.contains("from=sip:anonymous@anonymous.invalid as=alice") == true, "\(proxy.seen)")
        #expect(asked?.contains("preferred=<\(proxy.uri("alice"))> privacy=id") == true, "\(proxy.seen)")
      }
    }
  }

  @Test("an asserted identity is accepted from a trusted peer only (RFC 3325 section 9.1)", arguments: [true, false])
  func asserted(isTrusted: Bool) async throws {
    let proxy = try await Kamailio()
    try await SIPHost.with([proxy.account("alice", ["display-name": "As alleged"])]) { alice in
      try await SIPHost.with([proxy.account("bob", ["trusted-peers": isTrusted ? ["127.0.0.1"] : ["192.0.2.1"]])]) { bob in
        _ = try await alice.controller.start(Handle(parsing: proxy.uri("bob")))
        let call = try await bob.host.call(bob.incoming())
        #expect(call?.handle?.value == (isTrusted ? "sip:alice@asserted.example.org" : proxy.uri("alice")))
        #expect(call?.name == (isTrusted ? "As asserted" : "As alleged"))
      }
    }
  }
}
