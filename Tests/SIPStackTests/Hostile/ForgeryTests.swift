import CSIPStack
import SIPWire
import Testing

@Suite("Forgeries", .timeLimit(.minutes(2)))
struct ForgeryTests {
  /// The parts of a call's identity that a forged request gets right.
  struct Guess: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var callID = false
    var fromTag = false
    var toTag = false
  }

  static let guesses = [
    Guess(testDescription: "nothing"), Guess(testDescription: "the Call-ID", callID: true),
    Guess(testDescription: "the tags", fromTag: true, toTag: true),
    Guess(testDescription: "Call-ID and their tag", callID: true, fromTag: true),
    Guess(testDescription: "Call-ID and our tag", callID: true, toTag: true),
  ]

  @Test(
    "Forged BYE, re-INVITE and INFO get 481 unless Call-ID and both tags are right, and the call goes on (RFC 3261 section 12.2.2)",
    arguments: guesses, ["BYE", "INVITE", "INFO", "UPDATE", "REFER"])
  func inDialog(_ guess: Guess, _ method: String) throws {
    let stack = try StackUnderTest()
    let call = try LiveCall(to: stack)
    let forger = try WireSocket(from: "127.0.0.3")
    forger.send(
      SIPText.request(
        method, from: forger, callID: guess.callID ? call.callID : "other", cseq: 100, branch: "forged",
        fromTag: guess.fromTag ? "test" : "forged", toTag: guess.toTag ? call.tag : "forged",
        headers: method == "REFER" ? ["Refer-To: <sip:forger@127.0.0.3>"] : [], body: method == "INVITE" ? SIPText.offer("127.0.0.3") : ""),
      to: stack.port)
    var reply = forger.receive(within: 10)
    while let provisional = reply, provisional.status < 200 { reply = forger.receive(within: 10) }
    #expect(reply?.status == 481, "\(reply?.text ?? "nothing came")")
    #expect(call.isAlive())
    #expect(stack.told.now.over.isEmpty && stack.told.now.hungUp == 0 && stack.told.now.calls.count == 1)
  }

  @Test("A forged CANCEL needs the branch and the Call-ID of the INVITE (RFC 3261 section 9.2)", arguments: ["branch", "Call-ID", "CSeq"])
  func cancel(_ wrong: String) throws {
    let stack = try StackUnderTest(.rings)
    let socket = try WireSocket()
    socket.send(
      SIPText.request("INVITE", from: socket, callID: "ringing", branch: "right", body: SIPText.offer("127.0.0.1")), to: stack.port)
    while let reply = socket.receive(within: 10), reply.status != 180 {}
    let forger = try WireSocket()
    // The Via is the caller's, with its port; so the answer goes there.
    socket.send(
      SIPText.request(
        "CANCEL", from: socket, callID: wrong == "Call-ID" ? "wrong" : "ringing", cseq: wrong == "CSeq" ? 7 : 1,
        branch: wrong == "branch" ? "wrong" : "right"), to: stack.port)
    #expect(socket.receive(within: 10)?.status == 481)
    #expect(try stack.answersOptions())
    #expect(stack.told.now.cancelled == 0 && stack.told.now.over.isEmpty)
    _ = forger
  }

  @Test("A forged registration changes nothing, because we are no registrar", arguments: ["<sip:hijack@127.0.0.3>", "*"])
  func register(_ contact: String) throws {
    let stack = try StackUnderTest()
    let socket = try WireSocket(from: "127.0.0.3")
    let text = SIPText.request("REGISTER", from: socket, callID: "hijack", branch: "hijack", headers: ["Expires: 0"])
    let lines = text.split(separator: "\r\n").map { $0.hasPrefix("Contact:") ? "Contact: \(contact)" : String($0) }
    socket.send(lines.joined(separator: "\r\n") + "\r\n\r\n", to: stack.port)
    #expect(socket.receive(within: 10)?.status == 405)
    #expect(stack.told.now.calls.isEmpty)
  }

  @Test(
    "A forged Replaces names no dialog unless Call-ID and both tags are right (RFC 3891 section 3)",
    arguments: guesses + [Guess(testDescription: "all", callID: true, fromTag: true, toTag: true)])
  func replaces(_ guess: Guess) throws {
    let stack = try StackUnderTest(.answers)
    let call = try LiveCall(to: stack)
    let other = try WireSocket(from: "127.0.0.3")
    // To-tag and from-tag from the replaced side's view: its own, and the far end's.
    let value =
      "\(guess.callID ? call.callID : "other");to-tag=\(guess.toTag ? call.tag : "forged");from-tag=\(guess.fromTag ? "test" : "forged")"
    other.send(
      SIPText.request(
        "INVITE", from: other, callID: "new", branch: "new", headers: ["Replaces: \(value)"], body: SIPText.offer("127.0.0.3")),
      to: stack.port)
    #expect(stack.told.comes { $0.replaces.count == 2 })
    let isRight = guess.callID && guess.fromTag && guess.toTag
    #expect(stack.told.now.replaces.last.map { $0 != .max && $0 != 0 } == isRight)
    #expect(stack.told.now.mayReplace.last == false, "it is not where the call's far end is (RFC 3891 section 8)")
    #expect(call.isAlive())
  }
}
