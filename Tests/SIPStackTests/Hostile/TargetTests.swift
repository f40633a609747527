import CSIPStack
import SIPWire
import Testing

@Suite("Targets", .timeLimit(.minutes(2)))
struct TargetTests {
  @Test(
    "Contacts that are not SIP addresses are refused, or ending the call would send BYE over and over (RFC 3261 section 8.1.1.8)",
    arguments: [
      "Contact: <tel:+15550100>", "Contact: <mailto:a@example.org>", "Contact: <unheard:of>", "Contact: *", "Record-Route: <tel:1;lr>",
      "Record-Route: <unheard:of>",
    ])
  func targets(_ header: String) throws {
    let stack = try StackUnderTest()
    let call = try LiveCall(to: stack)
    let socket = try WireSocket()
    let text = SIPText.request("INVITE", from: socket, callID: "target", branch: "t", body: SIPText.offer("127.0.0.1"))
    let own = text.split(separator: "\r\n").first { $0.hasPrefix("Contact:") } ?? ""
    let with = header.hasPrefix("Contact") ? text.replacing(own, with: header) : text.replacing(own, with: own + "\r\n" + header)
    socket.send(with, to: stack.port)
    #expect(socket.receive(within: 10)?.status == 400)
    #expect(call.isAlive())
    #expect(stack.told.now.calls.count == 1)
  }
}
