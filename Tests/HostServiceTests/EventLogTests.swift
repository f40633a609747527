import HostService
import HostSurface
import Locking
import StrictJSON
import Testing

@Suite("EventLog: records, states and subscriptions")
struct EventLogTests {
  static let time = SurfaceTime(milliseconds: 1_795_348_800_123)

  static func log(events: Int = 65_536, bytes: Int = 32 << 20) -> EventLog {
    var limits = EventLog.Limits()
    limits.events = events
    limits.bytes = bytes
    return EventLog(epoch: "e1", limits: limits)
  }

  static func value(_ number: Int) -> JSONValue { .object(of: ["revision": .integer(number)]) }

  static func state(_ number: Int) -> StateContent { StateContent(value(number)) }

  /// Reads notifications as `method sequence details`.
  static func words(_ lines: [EventLine]) throws -> [String] {
    try lines.map { line in
      let message = try JSONReader.read(Array(line.text.utf8))
      #expect(message["jsonrpc"]?.string == "2.0")
      let method = try #require(message["method"]?.string)
      let params = try #require(message["params"])
      switch method {
      case "record": return "record \(params["sequence"]?.integer ?? 0) \(params["kind"]?.string ?? "")"
      case "state":
        let skipped = params["skipped"]?.integer.map { " skipped \($0)" } ?? ""
        return "state \(params["sequence"]?.integer ?? 0) \(params["key"]?.string ?? "") \(params["value"]?.text ?? "over")\(skipped)"
      default: return "lost \(params["from"]?.integer ?? 0)-\(params["to"]?.integer ?? 0) \(params["count"]?.integer ?? 0)"
      }
    }
  }

  @Test("Sequence numbers count records and changes of states without gaps, and a client gets each record once, in order")
  func order() throws {
    var log = Self.log()
    var (subscription, answer) = log.subscribe(EventFilter(topics: [.call, .line]))
    #expect(answer.json.text == #"{"subscription":1,"resumed":false,"cursor":{"epoch":"e1","sequence":0},"states":[],"lost":0}"#)
    log.append(.call, kind: "added", at: Self.time, line: "main", call: "C", provider: "p", data: Self.value(7))
    log.set(StateKey(.line, "main"), to: Self.state(1))
    log.append(.call, kind: "ended", at: Self.time)
    let lines = log.advance(&subscription, limit: 100)
    #expect(
      lines.first?.text
        == #"{"jsonrpc":"2.0","method":"record","params":{"subscription":1,"topic":"call","kind":"added","sequence":1,"#
        + #""time":"2026-11-22T12:00:00.123Z","line":"main","call":"C","provider":"p","data":{"revision":7}}}"#)
    #expect(try Self.words(lines) == ["record 1 added", #"state 2 main {"revision":1}"#, "record 3 ended"])
    #expect(log.advance(&subscription, limit: 100).isEmpty)
  }

  @Test("The text of a subscription is that of its value, also for keys that have ended and after the states were read as text")
  func subscriptionText() {
    var log = Self.log()
    for number in 0..<3 { log.set(StateKey(.line, "li\"ne \(number)"), to: Self.state(number)) }
    let all = log.subscribe(EventFilter(topics: [.line])).answer
    let value = all.json
    #expect(value["states"]?.array?.count == 3 && all.jsonText() == value.jsonText())
    #expect(all.json == value && all.jsonText() == value.jsonText(), "a text that was made gives the same value")
    let since = log.cursor
    log.set(StateKey(.line, "li\"ne 1"), to: nil)
    log.set(StateKey(.line, "li\"ne 2"), to: Self.state(7))
    let some = log.subscribe(EventFilter(topics: [.line]), since: since).answer
    let text = String(decoding: some.jsonText(), as: UTF8.self)
    #expect(text == some.json.text && text.contains(#""resumed":true"#) && text.contains(#""sequence":4},{"#))
    for reply in [ServiceReply(some, after: 0), ServiceReply(.success(some.json), after: 0)] {
      var writer = JSONWriter()
      writer.object { reply.write(to: &$0) }
      #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"result\":\(text)}")
      #expect((try? reply.answer.get()) == some.json)
    }
  }

  @Test("A value is made once, at its first reading, in the form that the reader wants")
  func content() {
    let made = Locked(0)
    func content() -> StateContent {
      StateContent {
        made.withLock { $0 += 1 }
        return Self.value(5)
      }
    }
    let text = content()
    #expect(made.withLock { $0 } == 0)
    #expect(text.text == Array(#"{"revision":5}"#.utf8) && text.json == Self.value(5) && text.text == Self.value(5).jsonText())
    #expect(made.withLock { $0 } == 1)
    let value = content()
    #expect(value.json == Self.value(5) && value.text == Self.value(5).jsonText() && value.json == Self.value(5))
    #expect(made.withLock { $0 } == 2)
  }

  @Test("A slow client gets the newest value of a state, and the number of values that it skipped")
  func skipped() throws {
    var log = Self.log()
    log.set(StateKey(.line, "main"), to: Self.state(0))
    var (subscription, answer) = log.subscribe(EventFilter(topics: [.line]))
    #expect(answer.json["states"]?.array?.count == 1)
    for number in 1...5 { log.set(StateKey(.line, "main"), to: Self.state(number)) }
    log.set(StateKey(.line, "other"), to: Self.state(9))
    #expect(
      try Self.words(log.advance(&subscription, limit: 100)) == [
        #"state 6 main {"revision":5} skipped 4"#, #"state 7 other {"revision":9}"#,
      ])
    // The count survives when the client reads one message at a time.
    log.set(StateKey(.line, "main"), to: Self.state(6))
    log.set(StateKey(.line, "other"), to: nil)
    log.set(StateKey(.line, "main"), to: Self.state(7))
    #expect(try Self.words(log.advance(&subscription, limit: 1)) == ["state 9 other over"])
    #expect(try Self.words(log.advance(&subscription, limit: 1)) == [#"state 10 main {"revision":7} skipped 1"#])
  }

  @Test("A client that falls behind the log gets lost before anything newer, then the states that changed meanwhile")
  func lost() throws {
    var log = Self.log(events: 4)
    var (subscription, _) = log.subscribe(EventFilter(topics: [.call, .line]))
    log.set(StateKey(.line, "main"), to: Self.state(1))
    for _ in 0..<6 { log.append(.call, kind: "state", at: Self.time) }
    #expect(
      try Self.words(log.advance(&subscription, limit: 100)) == [
        "lost 1-3 3", #"state 1 main {"revision":1}"#, "record 4 state", "record 5 state", "record 6 state", "record 7 state",
      ])
    #expect(log.advance(&subscription, limit: 100).isEmpty)
  }

  @Test("The log keeps its limit of bytes, and always the newest event")
  func bytes() throws {
    var log = Self.log(bytes: 2_000)
    var (subscription, _) = log.subscribe(EventFilter(topics: [.call]))
    for _ in 0..<100 { log.append(.call, kind: "state", at: Self.time) }
    let words = try Self.words(log.advance(&subscription, limit: 1_000))
    #expect(words.count < 25 && words.count > 10)
    #expect(words.last == "record 100 state")
    log.append(.call, kind: "dtmf", at: Self.time, data: .object(of: ["digits": .string(String(repeating: "1", count: 5_000))]))
    #expect(try Self.words(log.advance(&subscription, limit: 10)) == ["record 101 dtmf"])
  }

  @Test("Resuming gives the states changed after the cursor, and all records after it")
  func resume() throws {
    var log = Self.log()
    log.set(StateKey(.line, "a"), to: Self.state(1))
    log.set(StateKey(.line, "b"), to: Self.state(1))
    let cursor = log.cursor
    log.append(.call, kind: "added", at: Self.time)
    log.set(StateKey(.line, "b"), to: Self.state(2))
    log.set(StateKey(.line, "a"), to: nil)
    log.set(StateKey(.line, "a"), to: nil)
    var (subscription, answer) = log.subscribe(EventFilter(topics: [.call, .line]), since: cursor)
    #expect(
      answer.json.text
        == #"{"subscription":1,"resumed":true,"cursor":{"epoch":"e1","sequence":5},"states":["#
        + #"{"topic":"line","key":"b","sequence":4,"value":{"revision":2}},{"topic":"line","key":"a","sequence":5}],"lost":0}"#)
    log.set(StateKey(.line, "b"), to: Self.state(3))
    #expect(try Self.words(log.advance(&subscription, limit: 100)) == ["record 3 added", #"state 6 b {"revision":3}"#])
  }

  @Test("A cursor of another epoch, or of the future, gives all states and lost -1")
  func otherEpoch() {
    var log = Self.log()
    log.set(StateKey(.line, "a"), to: Self.state(1))
    for cursor in [EventCursor(epoch: "e0", sequence: 0), EventCursor(epoch: "e1", sequence: 2)] {
      let answer = log.subscribe(EventFilter(topics: [.line]), since: cursor).answer
      #expect(answer.json["resumed"] == .bool(false) && answer.json["lost"]?.integer == -1)
      #expect(answer.json["states"]?.array?.count == 1)
    }
  }

  @Test("A filter of lines passes those lines, and what concerns no line")
  func lines() throws {
    var log = Self.log()
    var (subscription, _) = log.subscribe(EventFilter(topics: [.call, .line, .host], lines: ["a"]))
    for line in ["a", "b"] {
      log.append(.call, kind: "added", at: Self.time, line: line)
      log.set(StateKey(.line, line), to: Self.state(1))
    }
    log.append(.call, kind: "misbehaved", at: Self.time)
    log.append(.journal, kind: "event", at: Self.time)
    log.set(StateKey(.host, "host"), to: Self.state(1))
    #expect(
      try Self.words(log.advance(&subscription, limit: 100)) == [
        "record 1 added", #"state 2 a {"revision":1}"#, "record 5 misbehaved", #"state 7 host {"revision":1}"#,
      ])
  }

  @Test("Reading without a subscription gives records by pages, and the number of lost events")
  func read() {
    var log = Self.log(events: 4)
    for number in 1...6 { log.append(.call, kind: number.isMultiple(of: 2) ? "state" : "tone", at: Self.time) }
    let filter = EventFilter(topics: [.call])
    let page = log.read(filter, since: EventCursor(epoch: "e1", sequence: 0), limit: 3)
    #expect(page["records"]?.array?.compactMap { $0["sequence"]?.integer } == [3, 4, 5])
    #expect(page["lost"]?.integer == 2 && page["next"]?["sequence"]?.integer == 5)
    let rest = log.read(filter, since: EventCursor(epoch: "e1", sequence: 5), limit: 3)
    #expect(rest["records"]?.array?.count == 1 && rest["lost"]?.integer == 0)
    #expect(log.read(filter, since: EventCursor(epoch: "x", sequence: 0), limit: 9)["lost"]?.integer == -1)
  }

  @Test("A client that reads at any pace ends with the newest value of each state, and misses no record without being told")
  func anyPace() throws {
    for pace in [1, 2, 3, 7, 50] {
      var log = Self.log(events: 40)
      var (subscription, _) = log.subscribe(EventFilter(topics: [.call, .line]))
      var known: [String: Int] = [:]
      var accounted = 0
      var seed = UInt64(pace)
      func take(_ limit: Int) throws {
        for line in log.advance(&subscription, limit: limit) {
          let params = try #require(try JSONReader.read(Array(line.text.utf8))["params"])
          if let key = params["key"]?.string { known[key] = params["value"]?["revision"]?.integer }
          accounted += params["count"]?.integer ?? (params["kind"] != nil ? 1 : 0)
        }
      }
      var newest: [String: Int] = [:]
      var records = 0
      for step in 0..<2_000 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        switch (seed >> 33) % 4 {
        case 0:
          log.append(.call, kind: "state", at: Self.time)
          records += 1
        case 1, 2:
          let key = "l\((seed >> 40) % 5)"
          newest[key] = step
          log.set(StateKey(.line, key), to: Self.state(step))
        default: if step % pace == 0 { try take(Int((seed >> 50) % 5)) }
        }
      }
      try take(10_000)
      #expect(known == newest, "pace \(pace)")
      #expect(accounted >= records, "pace \(pace)")
    }
  }
}
