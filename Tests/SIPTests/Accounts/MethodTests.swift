import Hookswitch
import SIPWire
import Testing

@Suite("A request", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct MethodTests {
  private static let taken: Set<String> = [
    "INVITE", "ACK", "CANCEL", "BYE", "OPTIONS", "INFO", "UPDATE", "PRACK", "REFER", "NOTIFY",
  ]

  @Test(
    "with an unsupported method gets 405, and with an unknown one 501, each with Allow (RFC 3261 sections 8.2.1, 21.5.2)",
    arguments: [("REGISTER", 405), ("SUBSCRIBE", 405), ("MESSAGE", 405), ("PUBLISH", 405), ("NONSENSE", 501), ("OPTIONS", 200)])
  func allowed(method: String, status: Int) async throws {
    try await SIPHost.with { phone in
      let reply = try Self.answer(to: method, at: phone.port)
      #expect(reply.status == status)
      let allow = reply.header("allow").split(separator: ",").map { $0.trimmed }
      #expect(allow.count == Self.taken.count && Set(allow) == Self.taken, "\(reply.text)")
    }
  }

  @Test(
    "that belongs in a call gets 481 outside one (RFC 3261 section 12.2.2)",
    arguments: ["BYE", "CANCEL", "INFO", "UPDATE", "PRACK", "REFER", "NOTIFY"])
  func withinCalls(method: String) async throws {
    try await SIPHost.with { phone in
      let headers = ["NOTIFY": ["Event: refer", "Subscription-State: active"], "REFER": ["Refer-To: <sip:bob@127.0.0.1>"]]
      let reply = try Self.answer(to: method, at: phone.port, headers[method] ?? [])
      #expect(reply.status == 481, "\(reply.text)")
    }
  }

  private static func answer(to method: String, at port: UInt16, _ headers: [String] = []) throws -> Reply {
    let socket = try WireSocket()
    let name = "\(method)\(socket.port)"
    socket.send(SIPText.request(method, from: socket, callID: name, branch: name, headers: headers), to: port)
    return try #require(socket.receive(within: 10), "\(method) has no answer")
  }
}
