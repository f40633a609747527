import CallControl
import Hookswitch
import SIPWire
import Testing

@Suite("Strangers", .serialized, .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(5)))
struct StrangersTests {
  @Test("who exceed the call rate get 503 or no answer, and the host is warned; a trusted peer can still call")
  func flood() async throws {
    let account = Account("sip", ["max-ringing": 20, "calls-per-second-per-source": 50, "trusted-peers": ["127.0.0.4"]])
    try await SIPHost.with([account]) { host in
      let socket = try WireSocket(from: "127.0.0.3")
      for index in 0..<400 {
        socket.send(Self.invite(from: socket, "flood\(index)"), to: host.port)
        if index % 20 == 19 { while socket.receive(within: 0) != nil {} }
      }
      let warning = await host.events.first { body -> String? in
        if case .log("sip", _, _, let text) = body, text.contains("127.0.0.3") { text } else { nil }
      }
      #expect(try #require(warning).contains("calls refused"))
      #expect(host.host.snapshot().calls.count <= 20)

      let friend = try WireSocket(from: "127.0.0.4")
      friend.send(Self.invite(from: friend, "friend"), to: host.port)
      #expect(Self.answer(friend, beyond: 100) != 503)
    }
  }

  @Test(
    "who replace an unknown dialog get 481 and no call (RFC 3891 section 3)",
    arguments: ["a;to-tag=b;from-tag=c", "live;to-tag=x;from-tag=test"])
  func replaces(_ value: String) async throws {
    try await SIPHost.with { host in
      let socket = try WireSocket(from: "127.0.0.3")
      socket.send(Self.invite(from: socket, "replaces", headers: ["Replaces: \(value)"]), to: host.port)
      #expect(Self.answer(socket, beyond: 199) == 481)
      #expect(host.host.snapshot().calls.isEmpty)
    }
  }

  @Test(
    "who replace an active call from another address than its far end only ring; the far end itself takes it over (RFC 3891 section 8)"
  )
  func thief() async throws {
    try await SIPHost.with { phone in
      let caller = try WireSocket(from: "127.0.0.2")
      caller.send(Self.invite(from: caller, "taken"), to: phone.port)
      let call = try await phone.incoming()
      _ = try await phone.controller.answer(call)
      let answer = try #require(Self.reply(caller, beyond: 199))
      caller.send(SIPText.request("ACK", from: caller, callID: "taken", branch: "ack", toTag: answer.tag), to: phone.port)
      try await phone.sees(call, .active)
      let replaces = ["Replaces: taken;to-tag=\(answer.tag);from-tag=test"]
      let thief = try WireSocket(from: "127.0.0.3")
      thief.send(Self.invite(from: thief, "thief", headers: replaces), to: phone.port)
      #expect(Self.answer(thief, beyond: 100) == 180)
      #expect(phone.host.call(call)?.state == .active)
      let other = try WireSocket(from: "127.0.0.2")
      other.send(Self.invite(from: other, "other", headers: replaces), to: phone.port)
      let taken = try #require(Self.reply(other, beyond: 199))
      #expect(taken.status == 200)
      other.send(SIPText.request("ACK", from: other, callID: "other", branch: "ack", toTag: taken.tag), to: phone.port)
      #expect(try await phone.end(of: call).reason == .remoteEnded)
    }
  }

  @Test("who call an unknown user get 404 (RFC 3261 section 21.4.5)")
  func nobody() async throws {
    try await SIPHost.with([Account("alice", ["uri": "sip:alice@127.0.0.1"])]) { host in
      let socket = try WireSocket(from: "127.0.0.3")
      socket.send(Self.invite(from: socket, "nobody"), to: host.port)
      #expect(Self.answer(socket, beyond: 199) == 404)
      #expect(host.host.snapshot().calls.isEmpty)
    }
  }

  private static func invite(from socket: WireSocket, _ id: String, headers: [String] = []) -> String {
    SIPText.request("INVITE", from: socket, callID: id, branch: id, headers: headers, body: SIPText.offer(socket.address))
  }

  private static func answer(_ socket: WireSocket, beyond status: Int) -> Int? { reply(socket, beyond: status)?.status }

  private static func reply(_ socket: WireSocket, beyond status: Int) -> Reply? {
    while let reply = socket.receive(within: 10) {
      if reply.status > status { return reply }
    }
    return nil
  }
}
