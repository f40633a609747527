import CallControl
import Hookswitch
import SIPWire
import Testing

@Suite("The Contact of calls", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct ContactTests {
  @Test("of an account at a registrar has its user, in both directions (RFC 3261 section 8.1.1.8)")
  func registered() async throws {
    try await SIPHost.with([Account("alice", ["uri": "sip:alice@127.0.0.1"])]) { phone in
      var server = PlayedServer(try WireSocket())
      let ours = "<sip:alice@127.0.0.1:\(phone.port)"
      try await phone.configure(["registrar": .text("sip:127.0.0.1:\(server.port)"), "keep-alive": 0])
      let register = try server.next("REGISTER")
      #expect(register.header("contact").hasPrefix(ours), "\(register.text)")
      server.answer(register, "200 OK", ["Contact: \(register.header("contact"));expires=600"])
      let call = try await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.1:\(server.port)"))
      let invite = try server.next("INVITE")
      #expect(invite.header("contact").hasPrefix(ours), "\(invite.text)")
      server.answer(invite, "486 Busy Here", [])
      _ = try await phone.end(of: call)
      #expect(try Self.ringing("alice@", at: phone.port).header("contact").hasPrefix(ours))
    }
  }

  @Test("of a phone without an account has a user too, also in a call to its bare address")
  func withoutAccount() async throws {
    try await SIPHost.with { phone in
      for (called, ours) in [("", "hookswitch"), ("anybody@", "anybody")] {
        let ringing = try Self.ringing(called, at: phone.port)
        #expect(ringing.header("contact").hasPrefix("<sip:\(ours)@127.0.0.1:\(phone.port)"), "\(ringing.text)")
      }
    }
  }

  /// Calls, returns the 180, and cancels.
  private static func ringing(_ user: String, at port: UInt16) throws -> Reply {
    let socket = try WireSocket()
    func send(_ method: String, _ body: String = "") {
      let text = SIPText.request(method, from: socket, callID: "contact\(socket.port)", branch: "contact\(socket.port)", body: body)
      socket.send(text.replacing("\(method) sip:anybody@", with: "\(method) sip:\(user)"), to: port)
    }
    send("INVITE", SIPText.offer("127.0.0.1"))
    while let reply = socket.receive(within: 10) {
      guard reply.status == 180 else { continue }
      send("CANCEL")
      return reply
    }
    return try #require(nil, "it does not ring")
  }
}
