import SIPWire

/// A call from the test that stays up during the test.
final class LiveCall {
  struct NotUp: Error {
    var last: String
    var status = 0
  }

  let socket: WireSocket
  let callID: String
  let tag: String
  private let port: UInt16
  private var cseq = 1

  init(to stack: StackUnderTest, from address: String = "127.0.0.1", id: String = "live") throws {
    socket = try WireSocket(from: address)
    port = stack.port
    callID = "\(id)-\(socket.port)@\(address)"
    socket.send(SIPText.request("INVITE", from: socket, callID: callID, branch: "\(id)1", body: SIPText.offer(address)), to: port)
    let answer = Self.final(socket)
    guard let answer, answer.status == 200 else { throw NotUp(last: answer?.text ?? "nothing came", status: answer?.status ?? 0) }
    tag = answer.tag
    socket.send(SIPText.request("ACK", from: socket, callID: callID, branch: "\(id)2", toTag: tag), to: port)
  }

  /// Returns true when the far end still accepts a request of this call.
  func isAlive() -> Bool {
    cseq += 1
    let request = SIPText.request(
      "INFO", from: socket, callID: callID, cseq: cseq, branch: "info\(cseq)", toTag: tag, body: "Signal=1\r\nDuration=100\r\n",
      bodyType: "application/dtmf-relay")
    // A datagram may be lost on a busy machine; its copy gets the same answer.
    for _ in 0..<40 {
      socket.send(request, to: port)
      if let reply = Self.final(socket, within: 0.5, cseq: "\(cseq) INFO") { return reply.status == 200 }
    }
    return false
  }

  /// Sends REFER.
  func askTransfer(to target: String) {
    cseq += 1
    let request = SIPText.request(
      "REFER", from: socket, callID: callID, cseq: cseq, branch: "refer\(cseq)", toTag: tag, headers: ["Refer-To: <\(target)>"])
    socket.send(request, to: port)
  }

  /// Sends BYE.
  func hangUp() {
    cseq += 1
    socket.send(SIPText.request("BYE", from: socket, callID: callID, cseq: cseq, branch: "bye\(cseq)", toTag: tag), to: port)
  }

  /// Returns the final response; skips requests and provisional responses.
  private static func final(_ socket: WireSocket, within seconds: Double = 10, cseq: String? = nil) -> Reply? {
    while let reply = socket.receive(within: seconds) {
      if reply.status >= 200, cseq == nil || reply.header("cseq") == cseq { return reply }
    }
    return nil
  }
}
