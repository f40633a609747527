import CallControl
import JournalKit
import Testing

@Suite("Ladders")
struct LadderTests {
  @Test("Each line has its own ladder, in the order of the journal")
  func oneForEachLine() {
    #expect(Drawing(Stories.twoLines()).ladders.map(\.line) == ["main", "desk"])
    #expect(Drawing([]).ladders.isEmpty)
  }

  @Test("Columns: programs, the line, the providers in roster order with their peers, screeners; only those that take part")
  func participants() {
    #expect(
      Drawing(Stories.twoProviders()).ladders.map { $0.participants.map(\.title) } == [
        ["programs", "line main", "loopback", "bob", "SIP of bob"]
      ])
    #expect(Drawing(Stories.twoLines()).ladders.last?.participants.map(\.title) == ["programs", "line desk", "loopback", "screener spam"])
    #expect(Drawing(Stories.oneCall()).ladders.first?.participants.contains(.provider("bob")) == false)
  }

  @Test(
    "An arrow carries the journal's wording, with details of its record beside it",
    arguments: [
      "programs → line main: start c1 tel:5550100 via loopback",
      "line main → loopback: start c1 tel:5550100",
      "bob → line main: incoming c2 from sip:alice@example.org “Alice”",
      "line main → bob: shown c2",
      "SIP of bob → bob: INVITE sip:bob@example.org (7)",
      "bob → SIP of bob: 180 Ringing (7 INVITE)",
      "programs → line main: setMuted c2 true (client)",
      "line main → bob: timedOut setMuted c2",
      "bob → line main: stale fulfilled setMuted c2",
      "bob → line main: unknown c3",
      "line main → programs: refused start c4 unknownCallProvider",
      "bob → line main: lost (its process ended with signal 11)",
      "line main → programs: resumeOffered c1",
      "line main → loopback: end c1 (user)",
    ])
  func arrows(_ arrow: String) {
    let messages = Drawing(Stories.twoProviders()).messages
    #expect(messages.count { $0 == arrow } == 1, "\(messages)")
  }

  @Test("A SIP message without a call belongs to the call of its Call-ID: the INVITE before it, the ACK after it")
  func joinedByCallID() throws {
    var journal = JournalWriter(providers: ["bob", "carol"])
    journal.incoming(1, at: "bob", from: "sip:alice@example.org")
    for provider: ProviderID in ["bob", "carol"] {
      journal.note(.wire(provider, nil, protocol: "sip", text: Stories.invite, isOutgoing: false))
    }
    journal.note(
      .wire("bob", JournalWriter.call(1), protocol: "sip", text: "SIP/2.0 486 Busy Here\r\nCall-ID : 1@there\r\n\r\n", isOutgoing: true))
    for text in [
      "ACK sip:bob@example.org SIP/2.0\r\ni: 1@there\r\n\r\ni: 2@there", "OPTIONS sip:bob@example.org SIP/2.0\r\n\r\ni: 1@there",
    ] {
      journal.note(.wire("bob", nil, protocol: "sip", text: text, isOutgoing: false))
    }
    let ladder = try #require(Drawing(journal.records).ladders.first)
    let ofCall = ladder.rows.filter { $0.calls == [JournalWriter.call(1)] }.compactMap(Drawing.message)
    #expect(
      ofCall.filter { $0.contains("sip of") } == [
        "sip of bob → bob: INVITE sip:bob@example.org (7)", "bob → sip of bob: 486 Busy Here", "sip of bob → bob: ACK sip:bob@example.org",
      ])
  }

  @Test(
    "The label of a SIP message: method and address or status, and its CSeq number; otherwise its first line",
    arguments: [
      ("sip", "BYE sip:bob@192.0.2.1 SIP/2.0\r\nCSeq: 3 BYE\r\n\r\n", "BYE sip:bob@192.0.2.1 (3)"),
      ("SIP", "\r\nSIP/2.0 200 OK\r\ncseq  :   3 BYE\r\n\r\n", "200 OK (3 BYE)"),
      ("sip", "SIP/2.0 200 OK\r\n\r\nCSeq: 3 BYE", "200 OK"),
      ("sip", "nonsense", "nonsense"),
      ("xmpp", "SIP/2.0 200 OK\r\nCSeq: 3 BYE\r\n", "SIP/2.0 200 OK"),
    ])
  func labels(name: String, text: String, label: String) {
    var journal = JournalWriter(providers: ["bob"])
    journal.note(.wire("bob", nil, protocol: name, text: text, isOutgoing: true))
    #expect(Drawing(journal.records).messages == ["bob → \(name) of bob: \(label)"])
  }

  @Test("A loss is drawn once on each line that it affected, or else where its provider served")
  func losses() {
    var journal = JournalWriter()
    journal.start(1, at: "bob", "5550100")
    journal.fulfil("bob")
    journal.note(.provider("bob", .reset(nil)))
    journal.lose("bob", "gone")
    #expect(Drawing(journal.records).messages.suffix(2) == ["bob → line main: reset", "bob → line main: lost (gone)"])
  }

  @Test("P8: the loss of one of two instances names its calls")
  func lossOfAnInstance() {
    var journal = JournalWriter()
    journal.start(1, at: "bob", "5550100")
    journal.fulfil("bob")
    journal.note(.provider("bob", .calls([JournalWriter.call(1)], TransportError(message: "SIGSEGV"), goesOn: true)))
    #expect(Drawing(journal.records).messages.last == "bob → line main: lost c1 (SIGSEGV)")
  }

  @Test("Reports about an unknown call are drawn, crossed out, on the line that their provider serves")
  func unknownWords() throws {
    var journal = JournalWriter()
    journal.start(1, at: "loopback", "5550100")
    journal.note(.unknown("loopback", .report(.connected, JournalWriter.call(9))))
    let row = try #require(Drawing(journal.records).ladders.first?.rows.last)
    guard case .message(let message) = row.body else { return #expect(Bool(false), "\(row)") }
    #expect(message.label == "unknown c2")
    #expect(message.kind == .ignored)
  }

  @Test("Deadlines that are due before an event come before it")
  func deadlinesComeFirst() throws {
    var journal = JournalWriter()
    journal.start(1, at: "loopback", "5550100")
    // Without a tick in between, the next event finds the deadline passed.
    let late = JournalRecord(time: Instant(nanoseconds: 31_000_000_000), .received("main", .doNotDisturb(true), []))
    var line = Line(id: "main", roster: roster(of: journal.records))
    var records = journal.records
    for record in records { if case .received(_, let event, _) = record.body { _ = line.receive(event, at: record.time) } }
    let ref = try #require(commands(of: records).first)
    let word = LineEvent.fulfilled("loopback", ref)
    records.append(JournalRecord(time: late.time, .received("main", word, line.receive(word, at: late.time))))
    let messages = Drawing(records).messages
    let timedOut = try #require(messages.firstIndex(of: "line main → loopback: timedOut start c1"))
    let stale = try #require(messages.firstIndex(of: "loopback → line main: stale fulfilled start c1"))
    #expect(timedOut < stale)
  }

  @Test("A pause of a second or more is a row that gives its length")
  func pauses() {
    let lengths = Drawing(Stories.oneCall()).ladders.flatMap(\.rows).compactMap { row in
      if case .pause(let length) = row.body { length } else { nil }
    }
    #expect(lengths == [3_000_000_000, 1_500_000_000, 65_250_000_000])
  }

  @Test("Times count from the journal's first record, whatever the host's clock starts at")
  func timeFromTheFirstRecord() throws {
    let late = Stories.oneCall().map { JournalRecord(time: $0.time.advanced(by: .seconds(86_400)), $0.body) }
    #expect(Drawing(late).ladders.flatMap(\.rows).map(\.time) == Drawing(Stories.oneCall()).ladders.flatMap(\.rows).map(\.time))
    let ladder = try #require(Ladder.all(of: late, names: CallNames(late), begun: "2026-05-01T12:00:00Z").first)
    #expect(TextLadder().text(of: ladder).hasPrefix("line main  1 call, from 0.000 to 1:09.753, begun 2026-05-01T12:00:00Z\n"))
  }

  @Test("A ladder of one call: the events that name it, and the events at the same moments that name no call")
  func oneCallAlone() throws {
    let drawing = Drawing(Stories.twoProviders())
    let ladder = try #require(drawing.ladders.first).showing(only: JournalWriter.call(1))
    #expect(ladder.calls.map(\.name) == ["c1"])
    // bob takes part, because his provider's loss is why c1 can be resumed.
    #expect(ladder.participants.map(\.title) == ["programs", "line main", "loopback", "bob"])
    #expect(ladder.rows.allSatisfy { $0.calls.isEmpty || $0.calls.contains(JournalWriter.call(1)) })
    #expect(ladder.rows.contains { if case .audio("loopback", true, .started) = $0.body { true } else { false } })
    #expect(ladder.rows.contains { if case .pause = $0.body { true } else { false } })
  }

  @Test("The legend gives each call's party, provider and outcome")
  func legend() throws {
    let calls = try #require(Drawing(Stories.twoProviders()).ladders.first?.calls)
    #expect(calls.map(\.name) == ["c1", "c2", "c3", "c4"])
    #expect(calls.map(\.direction) == [.outgoing, .incoming, nil, .outgoing])
    #expect(calls.map(\.farEnd) == ["tel:5550100", "sip:alice@example.org “Alice”", "", "5550199"])
    #expect(calls.map(\.provider) == ["loopback", "bob", nil, "nobody"])
    #expect(
      calls.map(\.outcome) == [
        "answered, ended localEnded user", "answered, ended failed providerLost", nil, "refused unknownCallProvider",
      ])
  }

  private func roster(of records: [JournalRecord]) -> Roster {
    for record in records { if case .opened(_, _, let roster) = record.body { return roster } }
    return Roster()
  }

  private func commands(of records: [JournalRecord]) -> [CommandRef] {
    records.flatMap { record -> [CommandRef] in
      guard case .received(let line, _, let effects) = record.body else { return [] }
      return effects.compactMap { effect in
        guard case .send(_, let command) = effect else { return nil }
        return CommandRef(line: line, id: command.id, call: command.call, kind: command.kind)
      }
    }
  }
}
