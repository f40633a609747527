import CallControl
import Hookswitch
import SIPWire
import Testing

/// Media keys must not be sent unencrypted.
@Suite("Media keys", .serialized, .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct KeyTests {
  @Test("are not offered without TLS: the call fails before anything is sent (RFC 4568 section 7), unless sdes-without-tls allows it")
  func offered() async throws {
    try await SIPHost.with([Account("sip", ["srtp": "sdes"])]) { phone in
      let far = try WireSocket()
      let call = CallID.fresh()
      _ = try? await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.1:\(far.port)"), call: call)
      let end = try await phone.end(of: call)
      #expect(end.transport?.message.contains("/sdes-without-tls") == true, "\(end)")
      #expect(far.receive(within: 0.3) == nil)
    }
    try await SIPHost.with([Account("sip", ["srtp": "sdes", "sdes-without-tls": true])]) { phone in
      var far = PlayedServer(try WireSocket())
      try await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.1:\(far.port)"))
      #expect(try far.next("INVITE").text.contains("a=crypto:1 "))
      #expect(phone.told.contains("/sdes-without-tls"), "nobody is warned")
    }
  }

  @Test("are not accepted without TLS: 488 at once, also when the caller wants our offer")
  func taken() async throws {
    let key = String(repeating: "A", count: 40)
    let keyed = SIPText.offer("127.0.0.3").replacing("RTP/AVP", with: "RTP/SAVP") + "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:\(key)\r\n"
    for (settings, body) in [([:], keyed), (["srtp": "sdes"], "")] as [([String: Account.Value], String)] {
      try await SIPHost.with([Account("sip", settings)]) { phone in
        let caller = try WireSocket(from: "127.0.0.3")
        caller.send(SIPText.request("INVITE", from: caller, callID: "keyed", branch: "keyed", body: body), to: phone.port)
        #expect(Self.final(caller)?.status == 488)
        #expect(phone.host.snapshot().calls.isEmpty)
      }
    }
  }

  @Test(
    "and sips: calls do not follow a redirection to sip: (RFC 5630 section 3); a sip: call does",
    .enabled(if: Kamailio.isThere && PeerProcess.isThere("openssl")), arguments: [true, false])
  func redirected(_ isSecure: Bool) async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let proxy = try await Kamailio(tls: authority)
    // A socket without TLS as well, so that the redirection could be followed.
    let settings = authority.account("").merging(["tls-port": 0, "registrar": ""]) { $1 }
    try await SIPHost.with([proxy.account("alice", settings)]) { phone in
      var far = PlayedServer(try WireSocket())
      let target = "moved-\(far.port)@127.0.0.1:\(authority.port)"
      let call = try await phone.controller.start(Handle(parsing: isSecure ? "sips:\(target)" : "sip:\(target);transport=tls"))
      if isSecure {
        #expect(try await phone.end(of: call).transport?.code == 302)
        #expect(!far.hears("call-id"))
      } else {
        _ = try far.next("INVITE")
      }
    }
  }

  private static func final(_ socket: WireSocket) -> Reply? {
    while let reply = socket.receive(within: 10) {
      if reply.status >= 200 { return reply }
    }
    return nil
  }
}
