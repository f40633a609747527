import CSIPStack
import Glibc
import SIPWire
import Testing

@Suite("Torture messages", .timeLimit(.minutes(5)))
struct TortureTests {
  @Test("The messages of RFC 4475 and RFC 5118 get the right answer or none, and another call goes on", arguments: TortureMessage.all)
  func torture(_ message: TortureMessage) throws {
    let stack = try StackUnderTest()
    let call = try LiveCall(to: stack)
    let before = stack.told.now.calls.count
    let socket =
      try message.way == .stream ? WireSocket(streamTo: stack.port) : WireSocket(from: Self.address(of: message), port: message.replyPort)
    #expect(socket.send(message.bytes, to: stack.port))

    if let status = message.status {
      var reply = socket.receive(within: 20)
      while let provisional = reply, provisional.status < 200 { reply = socket.receive(within: 20) }
      #expect(reply?.status == status, "\(reply?.text ?? "nothing came")")
    }
    #expect(try stack.answersOptions(), "it says no more")
    if message.status == nil { #expect(socket.receive(within: 0)?.text == nil) }
    #expect(stack.told.now.calls.count - before == (message.status == 200 && message.isInvite ? 1 : 0), "calls that were offered")
    #expect(call.isAlive())
  }

  /// Returns an address for each message and process, because answers go to SIP's default port there.
  private static func address(of message: TortureMessage) -> String {
    let index = TortureMessage.all.firstIndex { $0.testDescription == message.testDescription } ?? 0
    return "127.\(64 + getpid() % 128).\(getpid() / 128 % 256).\(index + 1)"
  }
}

extension TortureMessage {
  var isInvite: Bool { bytes.starts(with: "INVITE ".utf8) }
}

extension StackUnderTest {
  /// Returns true when a request gets an answer.
  func answersOptions(from address: String = "127.0.0.1") throws -> Bool {
    let socket = try WireSocket(from: address)
    let request = SIPText.request("OPTIONS", from: socket, callID: "options-\(socket.port)", branch: "options\(socket.port)")
    // Repeated after T1, as the RFC says: an answer is lost where the one before it met a closed port.
    for _ in 0..<40 {
      socket.send(request, to: port)
      if let reply = socket.receive(within: 0.5) { return reply.status == 200 }
    }
    return false
  }
}
