import CSIPStack
import SIPWire
import Testing

@Suite("Damaged messages", .timeLimit(.minutes(5)))
struct MutationTests {
  @Test("5,000 damaged messages end neither the stack nor another call, as datagrams and over streams", arguments: 1...5)
  func mutated(_ seed: Int) throws {
    let stack = try StackUnderTest(traces: true)
    stack.trust("127.0.0.3")
    let call = try LiveCall(to: stack, from: "127.0.0.2")
    let datagrams = try WireSocket(from: "127.0.0.3")
    var mutation = Mutation(seed: UInt64(seed))
    let originals = TortureMessage.all.map(\.bytes) + Self.ordinary(datagrams)
    for index in 0..<1000 {
      let message = mutation.damage(originals[index % originals.count])
      if index % 10 == 9 {
        let stream = try WireSocket(streamTo: stack.port, from: "127.0.0.3")
        stream.send(message)
        _ = stream.receive(within: 0)
      } else {
        datagrams.send(message, to: stack.port)
      }
      // Waits, so that no datagram is lost.
      if index % 25 == 24 { #expect(try stack.answersOptions(from: "127.0.0.2"), "after \(index) of seed \(seed)") }
      if index % 100 == 99 { #expect(call.isAlive(), "after \(index) of seed \(seed)") }
    }
  }

  /// The usual messages of phones.
  private static func ordinary(_ socket: WireSocket) -> [[UInt8]] {
    let invite = SIPText.request(
      "INVITE", from: socket, callID: "ordinary", branch: "o1",
      headers: [
        "Supported: 100rel, timer, replaces", "Session-Expires: 1800;refresher=uac", "Min-SE: 90", "Allow: INVITE, ACK, BYE",
        "Replaces: other;to-tag=a;from-tag=b", "P-Asserted-Identity: \"A\" <sip:a@example.org>", "Privacy: id",
        "Referred-By: <sip:b@example.org>", "Reason: Q.850;cause=16;text=\"bye\"", "Warning: 399 a \"b\"",
        "Authorization: Digest username=\"a\", realm=\"b\", nonce=\"c\", uri=\"sip:d\", response=\"e\"",
      ],
      body: SIPText.offer("127.0.0.3")
        + "a=rtcp:40001\r\na=ptime:20\r\na=fmtp:0 0-15\r\na=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:AAAA|2^20|1:4\r\na=sendonly\r\n")
    let others = ["BYE", "CANCEL", "ACK", "PRACK", "UPDATE", "INFO", "REFER", "NOTIFY", "SUBSCRIBE", "PUBLISH", "MESSAGE", "REGISTER"].map {
      SIPText.request(
        $0, from: socket, callID: "ordinary", cseq: 2, branch: "o1", toTag: $0 == "CANCEL" ? "" : "t",
        headers: [
          "Refer-To: <sip:c@example.org?Replaces=x%3Bto-tag%3Dy>", "Event: refer", "Subscription-State: active;expires=60",
          "RAck: 1 1 INVITE",
        ],
        body: "SIP/2.0 200 OK\r\n", bodyType: "message/sipfrag;version=2.0")
    }
    return [Array(invite.utf8)] + others.map { Array($0.utf8) }
  }
}
