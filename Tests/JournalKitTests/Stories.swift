import CallControl

/// Small journals that the tests draw.
enum Stories {
  /// Returns one outgoing call: dialled, answered, ended by the far end.
  static func oneCall() -> [JournalRecord] {
    var journal = JournalWriter(providers: ["loopback"])
    journal.start(1, at: "loopback", "tel:5550100")
    journal.wait(3)
    journal.fulfil("loopback")
    journal.wait(3000)
    journal.report(1, at: "loopback", .startedConnecting)
    journal.wait(1500)
    journal.report(1, at: "loopback", .connected)
    journal.wait(65_250)
    journal.report(1, at: "loopback", .ended(.remoteEnded, nil))
    return journal.records
  }

  /// Returns two calls of two providers: the second is answered over the first, which is held at once; then its provider is lost, an
  /// unanswered action times out and its answer comes late.
  static func twoProviders() -> [JournalRecord] {
    var journal = JournalWriter()
    journal.start(1, at: "loopback", "tel:5550100")
    journal.wait(2)
    journal.fulfil("loopback")
    journal.wait(40)
    journal.report(1, at: "loopback", .connected)
    journal.wait(5000)
    journal.note(.wire("bob", nil, protocol: "SIP", text: Self.invite, isOutgoing: false))
    journal.incoming(2, at: "bob", from: "sip:alice@example.org", name: "Alice")
    let ringing = "SIP/2.0 180 Ringing\r\ni: 1@there\r\nCSeq: 7 INVITE\r\n\r\n"
    journal.note(.wire("bob", JournalWriter.call(2), protocol: "SIP", text: ringing, isOutgoing: true))
    journal.wait(1200)
    journal.ask(.answer(JournalWriter.call(2), .automatic))
    journal.wait(4)
    journal.fulfil("loopback")
    journal.wait(6)
    journal.fulfil("bob")
    journal.note(.wire("bob", JournalWriter.call(2), protocol: "SIP", text: "SIP/2.0 200 OK\r\n\r\n", isOutgoing: true))
    journal.wait(800)
    journal.ask(.setMuted(JournalWriter.call(2), true), by: .client)
    journal.wait(5000)
    journal.wait(200)
    journal.fulfil("bob")
    journal.report(7, at: "bob", .connected)
    journal.start(3, at: "nobody", "5550199")
    journal.wait(2000)
    journal.lose("bob", "its process ended with signal 11")
    journal.wait(10)
    journal.fulfil("loopback")
    journal.ask(.end(JournalWriter.call(1)))
    journal.wait(3)
    journal.fulfil("loopback")
    return journal.records
  }

  static let invite = """
    INVITE sip:bob@example.org SIP/2.0\r
    From: "Alice" <sip:alice@example.org>;tag=1\r
    Call-ID: 1@there\r
    CSeq: 7 INVITE\r
    Content-Length: 0\r
    \r

    """

  /// Returns two lines, each with its own call; a screener blocks one of them.
  static func twoLines() -> [JournalRecord] {
    var policy = LinePolicy()
    policy.screeners = ["spam"]
    var home = JournalWriter(providers: ["loopback"])
    home.start(1, at: "loopback", "5550100")
    home.wait(2)
    home.fulfil("loopback")
    var desk = JournalWriter(line: "desk", policy: policy, providers: ["loopback"])
    desk.incoming(2, at: "loopback", from: nil)
    desk.wait(5)
    desk.tell(.screened("spam", JournalWriter.call(2), .block))
    return home.records + desk.records
  }

  /// Returns a far end whose name and handle contain markup.
  static func hostile() -> [JournalRecord] {
    var journal = JournalWriter(providers: ["a<b>&\"c\";#35;%%"])
    journal.incoming(
      1, at: "a<b>&\"c\";#35;%%", from: "x]]></text><script>alert(1)</script>&amp;\u{1B}[31m",
      name: "Eve\u{202E}\u{2066}\u{200F}\u{9B}31m\u{7}\nend; note over P: 'x'")
    return journal.records
  }
}
