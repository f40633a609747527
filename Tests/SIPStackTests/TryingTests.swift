import SIPWire
import Testing

@Suite("100 Trying to an INVITE (RFC 3261 section 17.2.1)", .timeLimit(.minutes(1)))
struct TryingTests {
  @Test("is not sent when another response goes at once", arguments: [(StackUnderTest.Manners.answers, 200), (.rings, 180)])
  func prompt(_ manners: StackUnderTest.Manners, _ status: Int) throws {
    let stack = try StackUnderTest(manners)
    let socket = try WireSocket()
    // A busy machine may delay a response by more than 200 ms, but not all of them.
    let first = (0..<20).lazy.compactMap { Self.invite(stack, socket, "prompt\($0)")?.status }
    #expect(first.contains(status))
  }

  @Test("is sent after 200 ms without a response, also to repeated requests")
  func late() throws {
    let stack = try StackUnderTest(.saysNothing)
    let socket = try WireSocket()
    let begun = ContinuousClock.now
    #expect(Self.invite(stack, socket, "late")?.status == 100)
    #expect(ContinuousClock.now - begun >= .milliseconds(150))
    #expect(Self.invite(stack, socket, "late")?.status == 100)
  }

  @Test("is sent at once over a stream, where the library's timer is slower, and to a request that asks for the time (section 8.2.6.1)")
  func atOnce() throws {
    let stack = try StackUnderTest(.saysNothing)
    let stream = try WireSocket(streamTo: stack.port)
    let begun = ContinuousClock.now
    #expect(Self.invite(stack, stream, "stream", transport: "TCP")?.status == 100)
    #expect(ContinuousClock.now - begun < .milliseconds(1_500))
    let timed = try #require(Self.invite(stack, try WireSocket(), "timed", headers: ["Timestamp: 54"]))
    #expect(timed.status == 100 && timed.header("timestamp").hasPrefix("54"))
  }

  /// Returns the first response to an INVITE.
  private static func invite(
    _ stack: StackUnderTest, _ socket: WireSocket, _ id: String, headers: [String] = [], transport: String = "UDP"
  ) -> Reply? {
    let request = SIPText.request(
      "INVITE", from: socket, callID: id, branch: id, headers: headers, body: SIPText.offer(socket.address), transport: transport)
    socket.send(request, to: stack.port)
    while let reply = socket.receive(within: 5) {
      if reply.header("call-id") == id { return reply }
    }
    return nil
  }
}
