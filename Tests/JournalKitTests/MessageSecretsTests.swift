import CallControl
import Foundation
import JournalKit
import Testing

/// Secrets in the messages of transports, and messages that come before their call.
@Suite("Messages in the flight recorder") struct MessageSecretsTests {
  private static let invite = """
    INVITE sip:bob:pa55word@example.org SIP/2.0\r
    Via: SIP/2.0/UDP 127.0.0.1:5060;branch=z9hG4bK1\r
    From: <sip:ann@example.org>;tag=1\r
    Call-ID: a:b@127.0.0.1\r
    Proxy-Authorization: Digest username="ann", realm="r", nonce="n", uri="sip:x",\r
     response="0123456789abcdef", cnonce="feed", qop=auth\r
    Authorization: Bearer pa55word-token\r
    Cookie: id=pa55word\r
    Content-Type: application/sdp\r
    \r
    v=0\r
    a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz|2^20|1:4 FEC_ORDER=FEC_SRTP\r
    a=ice-pwd:pa55word0000000000000\r
    k=clear:pa55word\r

    """

  @Test("Credentials, proofs, passwords and media keys are hidden; all else stays as it was") func hides() {
    let text = MessageSecrets.hidden(in: Self.invite)
    for secret in ["pa55word", "0123456789abcdef", "feed", "WVNfX19z"] { #expect(!text.contains(secret), "\(secret) in \(text)") }
    for kept in [
      "username=\"ann\", realm=\"r\", nonce=\"n\"", "Call-ID: a:b@127.0.0.1", "qop=auth", "|2^20|1:4 FEC_ORDER=FEC_SRTP", "a=ice-pwd:***",
      "Authorization: Bearer ****", "sip:bob:********@example.org", "<sip:ann@example.org>;tag=1",
    ] {
      #expect(text.contains(kept), "\(kept) in \(text)")
    }
    #expect(text.utf8.count == Self.invite.utf8.count)
  }

  @Test(
    "Values with a secret's name are hidden in other protocols too",
    arguments: [
      (#"{"user": "ann", "password": "pa\"55word", "n": 1}"#, #"{"user": "ann", "password": "**********", "n": 1}"#),
      ("POST /?client_secret=pa55word&x=1", "POST /?client_secret=********&x=1"), ("password: pa55word", "password: ********"),
      ("X-Api-Key: pa55 word", "X-Api-Key: *********"), ("wss://ann:pa55word@example.org/", "wss://ann:********@example.org/"),
      ("the password is not here", "the password is not here"), ("a@b", "a@b"), ("", ""),
    ])
  func other(_ given: String, _ expected: String) { #expect(MessageSecrets.hidden(in: given) == expected) }

  @Test("Any text keeps its length and its lines") func any() {
    for seed in 0..<200 {
      var text = Array(Self.invite)
      for place in 0..<20 { text.remove(at: (seed * 37 + place * 101) % text.count) }
      let hidden = MessageSecrets.hidden(in: String(text))
      #expect(hidden.utf8.count == String(text).utf8.count && hidden.count(where: \.isNewline) == text.count(where: \.isNewline))
    }
  }

  private static func message(_ first: String, _ id: String, of call: CallID?, isOutgoing: Bool = false) -> JournalRecord {
    JournalRecord(time: .zero, .wire("sip", call, protocol: "sip", text: "\(first)\nCall-ID: \(id)\n\n", isOutgoing: isOutgoing))
  }

  @Test("The first INVITE of an incoming call belongs to the call once a later message of its dialog does") func adopts() {
    var recorder = FlightRecorder()
    recorder.take(Self.message("INVITE sip:a SIP/2.0", "one", of: nil))
    recorder.take(Self.message("INVITE sip:b SIP/2.0", "two", of: nil))
    var journal = JournalWriter(providers: ["sip"])
    journal.incoming(1, at: "sip", from: "sip:alice@example.org")
    for record in journal.records { recorder.take(record) }
    let call = JournalWriter.call(1)
    #expect(recorder.page(after: 0, of: .call(call), limit: 10).entries.allSatisfy { $0.number > 2 })
    recorder.take(Self.message("SIP/2.0 180 Ringing", "one", of: call, isOutgoing: true))
    let entries = recorder.page(after: 0, of: .call(call), limit: 10).entries
    #expect(entries.first?.number == 1 && entries.map(\.number) == entries.map(\.number).sorted())
    #expect(!entries.contains { $0.number == 2 })
    guard case .wire(_, let owner, protocol: _, text: _, isOutgoing: _)? = entries.first?.record.body else {
      Issue.record("no message comes first")
      return
    }
    #expect(owner == call && recorder.count == journal.records.count + 3)
  }
}
