import HookswitchCluster
import HostService
import HostSurface
import StrictJSON
import Testing

/// The messages between gateways.
@Suite struct GatewayMessageTests {
  private let request = GatewayRequest(
    id: "8B2F", deadline: 4_000,
    actor: RemoteActor(name: "Ann \u{e9}\n", rights: [.control, .observe], lines: ["agent-9", "desk *", "*"], mayBeUser: true),
    delivery: "_INBOX.hsw.a1.X", method: "call.end", parameters: .object(of: ["call": "x"]))

  @Test("a request is read as it was written, and its body is the object of the socket")
  func roundTrip() throws {
    let message = request.message(to: "hsw.acme.v1.slot.a3f")
    #expect(try GatewayRequest(message) == request)
    #expect(message.headers.allSatisfy { $0.value.utf8.allSatisfy { (32...126).contains($0) } })
    #expect(String(decoding: message.body, as: UTF8.self) == #"{"jsonrpc":"2.0","id":"8B2F","method":"call.end","params":{"call":"x"}}"#)
  }

  @Test("tomorrow's members of a request are ignored")
  func unknownMembers() throws {
    var message = request.message(to: "s")
    message.headers.append(.init("Hsw-Tomorrow", "1"))
    message.headers.removeAll { $0.name == GatewayHeader.actor }
    message.headers.append(.init(GatewayHeader.actor, #"{"name":"x","rights":["observe","fly"],"tenant":"t"}"#))
    #expect(try GatewayRequest(message).actor == RemoteActor(name: "x", rights: [.observe]))
  }

  @Test(
    "a message with one wrong part is no request",
    arguments: [
      (GatewayHeader.id, ""), (GatewayHeader.id, "a b"), (GatewayHeader.id, String(repeating: "x", count: 65)),
      (GatewayHeader.deadline, "-1"), (GatewayHeader.deadline, "soon"), (GatewayHeader.actor, "ann"), (GatewayHeader.actor, "{}"),
      (GatewayHeader.actor, #"{"name":"x","rights":[1]}"#), (GatewayHeader.actor, #"{"name":"x","rights":[],"lines":["=zz"]}"#),
      (GatewayHeader.actor, #"{"name":"x","rights":[],"lines":"*"}"#), (GatewayHeader.delivery, "hsw.acme.v1.all"),
      (GatewayHeader.delivery, "_INBOX.>"), (GatewayHeader.delivery, "_INBOX."),
    ])
  func wrongHeaders(_ name: String, _ value: String) {
    var message = request.message(to: "s")
    message.headers.removeAll { $0.name == name }
    message.headers.append(.init(name, value))
    #expect(throws: GatewayFault.self) { try GatewayRequest(message) }
  }

  @Test(
    "a body that is no request of JSON-RPC is none",
    arguments: [
      "", "1", "[]", #"{"jsonrpc":"2.0","method":"x"}"#, #"{"jsonrpc":"1.0","id":1,"method":"x"}"#,
      #"{"jsonrpc":"2.0","id":null,"method":"x"}"#,
      #"{"jsonrpc":"2.0","id":1}"#,
    ])
  func wrongBodies(_ body: String) {
    var message = request.message(to: "s")
    message.body = Array(body.utf8)
    #expect(throws: GatewayFault.self) { try GatewayRequest(message) }
  }

  @Test("an answer is read as it was written, and one to another request is none")
  func replies() throws {
    let error = MethodError(.notFound, "there is none", ["what": "call"])
    for answer in [Result<JSONValue, MethodError>.success(.object(of: ["a": 1])), .failure(error)] {
      let message = ClusterMessage(subject: "s", headers: [.init(GatewayHeader.fence, "17")], body: GatewayReply.body(answer, to: "x"))
      #expect(try GatewayReply(message, to: "x") == GatewayReply(answer, fence: 17))
      #expect(throws: GatewayFault.self) { try GatewayReply(message, to: "y") }
    }
  }
}
