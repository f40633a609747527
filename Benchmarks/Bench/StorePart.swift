import CallControl
import CallStore
import FoundationEssentials

/// The store's figures: a note, a minute of 5,000 calls a second, and the judge with 10,000 rules.
struct StorePart: BenchmarkPart {
  static let name = "store"
  static let summary = "a note in the spool, 5,000 calls a second for a minute, and a judgement among 10,000 block rules and 1,000 contacts"

  private let noteCount = 200_000
  private let callsPerSecond = 5_000
  private let seconds = 60
  private let ruleCount = 10_000

  func measure() async throws -> [Measurement] {
    try notes() + sustained() + judging()
  }

  /// Runs `body` with a store in a folder of its own.
  private func withStore<Result>(_ body: (CallStore) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.path + "/bench-store-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var settings = StoreSettings()
    (settings.days, settings.calls) = (0, 0)
    let store = CallStore(folder: folder, settings: settings)
    guard store.standing.state == .good else { throw TrafficError(store.standing.reason ?? "the store is not good") }
    defer { store.close() }
    return try body(store)
  }

  /// Returns the notes of one call that rings, is answered and ends.
  private func notesOfCall() throws -> [CallNote] {
    var line = Line(id: .main)
    let call = CallID()
    var incoming = IncomingCall(call: call)
    incoming.update.remoteHandle = Handle(type: .phoneNumber, value: "+12025550100")
    incoming.update.localizedCallerName = "A caller with a name"
    var roster = Roster()
    roster.set(Roster.Entry(id: "office", configuration: ProviderConfiguration(), standing: .ready))
    line = Line(id: .main, roster: roster)
    _ = line.receive(.incoming("office", incoming, IncomingFacts()), at: Instant(nanoseconds: 1))
    guard let begun = line.note(.begun, of: call) else { throw TrafficError("the call did not begin") }
    _ = line.receive(.report("office", call, .connected, at: nil), at: Instant(nanoseconds: 1_000_000))
    var ended = begun
    for effect in line.receive(.report("office", call, .ended(.remoteEnded, nil), at: nil), at: Instant(nanoseconds: 2_000_000)) {
      if case .log(let record) = effect { ended.record = record }
    }
    guard ended.record.end != nil else { throw TrafficError("the call did not end") }
    ended.step = .ended
    var connected = begun
    connected.step = .connected
    return [begun, connected, ended]
  }

  private func notes() throws -> [Measurement] {
    let note = try notesOfCall()[2]
    return try withStore { store in
      var times: [Int64] = []
      times.reserveCapacity(noteCount)
      for index in 0..<noteCount {
        var note = note
        note.record.call = CallID()
        let start = Stopwatch.nanoseconds
        store.note(note)
        times.append(max(0, Stopwatch.nanoseconds - start - Stopwatch.overhead))
        // The writer keeps up, as it does with calls.
        if index % 500 == 499 { store.flush() }
      }
      times.sort()
      return [
        Measurement("store.note_ns", Double(times.percentile(0.5)), "ns", .atMost(1_000)),
        Measurement("store.note_ns_p99", Double(times.percentile(0.99)), "ns"),
      ]
    }
  }

  private func sustained() throws -> [Measurement] {
    let notes = try notesOfCall()
    return try withStore { store in
      let start = Stopwatch.nanoseconds
      let total = callsPerSecond * seconds
      var done = 0
      var mostWaiting = 0
      while done < total {
        // Five calls each millisecond.
        let due = min(total, Int((Stopwatch.nanoseconds - start) * Int64(callsPerSecond) / 1_000_000_000))
        while done < due {
          let call = CallID()
          for var note in notes {
            note.record.call = call
            note.record.handle = Handle(type: .phoneNumber, value: "+1202\(1_000_000 + done % 9_000_000)")
            store.note(note)
          }
          done += 1
        }
        mostWaiting = max(mostWaiting, store.standing.waiting)
        Stopwatch.sleep(nanoseconds: 1_000_000)
      }
      let before = Stopwatch.nanoseconds
      store.flush()
      let rest = Double(Stopwatch.nanoseconds - before) / 1e6
      let standing = store.standing
      guard standing.dropped == 0, standing.state == .good else { throw TrafficError("the store lost \(standing.dropped) notes") }
      guard store.unreadMissed == 0 || store.unreadMissed == total else { throw TrafficError("the store has not all \(total) calls") }
      return [
        Measurement("store.waiting_notes_max", Double(mostWaiting), "notes", .atMost(Double(callsPerSecond * 3))),
        Measurement("store.last_flush_ms", rest, "ms", .atMost(1_000)),
      ]
    }
  }

  private func judging() throws -> [Measurement] {
    try withStore { store in
      let blocked = (0..<ruleCount * 6 / 10).map { Handle(type: .phoneNumber, value: "+1\(2_000_000_000 + $0)") }
      try store.setConfiguredBlocks(blocked)
      var rules = (0..<ruleCount / 5).map { BlockRule(.prefix, "+44\(10_000 + $0)", addedBy: "bench") }
      rules += (0..<ruleCount / 5).map { BlockRule(.pattern, "*\(10_000 + $0)*\($0 % 100)?", addedBy: "bench") }
      _ = try store.addBlockRules(rules)
      var cards = ""
      for index in 0..<1_000 { cards += "BEGIN:VCARD\nFN:n\(index)\nTEL:+33\(100_000_000 + index)\nEND:VCARD\n" }
      _ = try store.importContacts(cards)
      var times: [Int64] = []
      for index in 0..<50_000 {
        let number = [
          "+12000000\(100 + index % 900)", "+4412345\(index)", "+33100000\(100 + index % 900)", "+49\(300_000_000 + index * 7)",
        ][index % 4]
        let question = CallerQuestion(handle: Handle(type: .phoneNumber, value: number), provider: "office", date: Date())
        let start = Stopwatch.nanoseconds
        _ = store.judge(question)
        times.append(max(0, Stopwatch.nanoseconds - start - Stopwatch.overhead))
      }
      times.sort()
      return [
        Measurement("store.judge_us", Double(times.percentile(0.5)) / 1_000, "us"),
        Measurement("store.judge_us_p99", Double(times.percentile(0.99)) / 1_000, "us", .atMost(50)),
      ]
    }
  }
}
