import CallControl
import Hookswitch
import SIPWire
import Testing

/// Every INVITE gets a final response, whatever happens to its call (RFC 3261 section 13.3.1).
@Suite("A caller", .serialized, .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct FinalResponseTests {
  @Test("gets 503 without a free media port, and leaves room for the next caller (H1, A11)")
  func noPort() async throws {
    let first = FreePort.next()
    let account = Account(
      "sip", ["max-ringing": 2, "first-media-port": .number(Int(first)), "last-media-port": .number(Int(first) + 1)])
    try await SIPHost.with([account]) { phone in
      var taken = try [WireSocket(port: first), WireSocket(port: first + 1)]
      let caller = try WireSocket(from: "127.0.0.3")
      for number in 0..<3 {
        caller.send(Self.invite(from: caller, "noport\(number)"), to: phone.port)
        let call = try await phone.incoming(number)
        await #expect(throws: CallError.self) { try await phone.controller.answer(call).performed() }
        #expect(try await phone.end(of: call).reason == .failed)
        let refusal = try #require(Self.final(caller, of: "noport\(number)"))
        #expect(refusal.status == 503, "\(refusal.text)")
        caller.send(
          SIPText.request("ACK", from: caller, callID: "noport\(number)", branch: "noport\(number)", toTag: refusal.tag), to: phone.port)
      }
      let left = try await phone.diagnosis { $0["calls"] as? Int == 0 }
      #expect(left["sounds"] as? Int == 0, "\(left)")
      for socket in taken { socket.vanish() }
      taken = []
      caller.send(Self.invite(from: caller, "port"), to: phone.port)
      _ = try await phone.controller.answer(phone.incoming(3))
      #expect(Self.final(caller, of: "port")?.status == 200)
    }
  }

  @Test(
    "gets a final response when the ringing host shuts down, when its account leaves a shared socket, and when the account is reset")
  func leaving() async throws {
    try await SIPHost.with([Account()]) { phone in
      let caller = try WireSocket(from: "127.0.0.3")
      caller.send(Self.invite(from: caller, "leaving"), to: phone.port)
      _ = try await phone.incoming()
      await phone.host.shutdown()
      #expect((400...699).contains(Self.final(caller)?.status ?? 0))
    }
    let port = FreePort.next()
    let both = ["a", "b"].map { Account(ProviderID(rawValue: $0), port: port, ["uri": "sip:\($0)@127.0.0.1"]) }
    try await SIPHost.with(both) { phone in
      let caller = try WireSocket(from: "127.0.0.3")
      for (number, user) in ["a", "b"].enumerated() {
        let text = Self.invite(from: caller, "shared\(number)").replacing("INVITE sip:anybody@", with: "INVITE sip:\(user)@")
        caller.send(text, to: phone.port)
        _ = try await phone.incoming(number)
        let provider = ProviderID(rawValue: user)
        if number == 0 { phone.host.provider(provider)?.invalidate() } else { phone.host.reset(provider) }
        #expect((400...699).contains(Self.final(caller, of: "shared\(number)")?.status ?? 0), "\(user)")
      }
    }
  }

  @Test("gets 480 after ring-seconds, and the call ends as unanswered")
  func rings() async throws {
    try await SIPHost.with([Account("sip", ["ring-seconds": 1])]) { phone in
      let caller = try WireSocket(from: "127.0.0.3")
      caller.send(Self.invite(from: caller, "rings"), to: phone.port)
      let call = try await phone.incoming()
      #expect(Self.final(caller)?.status == 480)
      #expect(try await phone.end(of: call).reason == .unanswered)
    }
  }

  @Test("whose offer has no audio gets 488 at once, and no call rings (RFC 3261 section 13.3.1.3)")
  func noSound() async throws {
    try await SIPHost.with { phone in
      let caller = try WireSocket(from: "127.0.0.3")
      let video = SIPText.offer("127.0.0.3").replacing("m=audio 40000 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000", with: "m=video 40000 RTP/AVP 31")
      caller.send(SIPText.request("INVITE", from: caller, callID: "video", branch: "video", body: video), to: phone.port)
      #expect(Self.final(caller)?.status == 488)
      #expect(phone.host.snapshot().calls.isEmpty)
    }
  }

  @Test("gets 503 beyond max-calls-per-source, also without ringing calls; the diagnosis shows the limit")
  func limits() async throws {
    let account = Account("sip", ["max-calls": 3, "max-calls-per-source": 1])
    try await SIPHost.with([account]) { phone in
      let caller = try WireSocket(from: "127.0.0.3")
      caller.send(Self.invite(from: caller, "one"), to: phone.port)
      _ = try await phone.controller.answer(phone.incoming())
      let answer = try #require(Self.final(caller))
      #expect(answer.status == 200)
      caller.send(SIPText.request("ACK", from: caller, callID: "one", branch: "ack", toTag: answer.tag), to: phone.port)
      try await phone.sees(phone.incoming(), .active)
      caller.send(Self.invite(from: caller, "two"), to: phone.port)
      let refusal = try #require(Self.final(caller, of: "two"))
      #expect(refusal.status == 503 && Int(refusal.header("retry-after")) ?? 0 > 0, "\(refusal.text)")
      let sockets = try await phone.diagnosis { _ in true }.member("sockets")
      #expect(sockets["calls-refused"] as? Int == 1 && sockets["calls-at-most"] as? Int == 3, "\(sockets)")
    }
  }

  private static func invite(from socket: WireSocket, _ id: String) -> String {
    SIPText.request("INVITE", from: socket, callID: id, branch: id, body: SIPText.offer(socket.address))
  }

  /// Returns the final response to the INVITE `id`, or to any; skips retransmissions of others.
  private static func final(_ socket: WireSocket, of id: String? = nil) -> Reply? {
    while let reply = socket.receive(within: 10) {
      if reply.status >= 200, id == nil || reply.header("call-id") == id { return reply }
    }
    return nil
  }
}
