import CallControl
import Foundation
import JournalKit
import Testing

/// The flight recorder: bounded in bytes, whole calls first, and it says what is gone.
@Suite("FlightRecorder") struct FlightRecorderTests {
  /// Returns the records of some calls, one after the other, each with its end; the calls have the numbers from 1.
  static func calls(_ count: Int) -> [JournalRecord] {
    var journal = JournalWriter(providers: ["loopback"])
    for number in 1...count {
      journal.start(number, at: "loopback", "tel:5550100")
      journal.fulfil("loopback")
      journal.report(number, at: "loopback", .connected)
      journal.report(number, at: "loopback", .ended(.remoteEnded, nil))
    }
    return journal.records
  }

  static func numbers(_ recorder: FlightRecorder, of choice: FlightRecorder.Choice = .all) -> [UInt64] {
    recorder.page(after: 0, of: choice, limit: 100_000).entries.map(\.number)
  }

  @Test("Within its limit it keeps all, in order, and by call and line")
  func keeps() {
    var recorder = FlightRecorder()
    let records = Self.calls(3)
    for record in records { recorder.take(record) }
    #expect(Self.numbers(recorder) == Array(1...UInt64(records.count)) && recorder.dropped == 0)
    let mine = recorder.page(after: 0, of: .call(JournalWriter.call(2)), limit: 100).entries
    #expect(mine.count == 4 && mine.allSatisfy { $0.calls.contains(JournalWriter.call(2)) })
    #expect(Self.numbers(recorder, of: .line("main")).count == records.count && Self.numbers(recorder, of: .line("desk")).isEmpty)
    #expect(recorder.cutRecords(of: JournalWriter.call(2)) == 0)
  }

  @Test("Pages follow each other without a gap, also past records of other choices")
  func pages() {
    var recorder = FlightRecorder()
    for record in Self.calls(3) { recorder.take(record) }
    var (after, seen): (UInt64, [UInt64]) = (0, [])
    while true {
      let page = recorder.page(after: after, of: .call(JournalWriter.call(3)), limit: 3)
      seen += page.entries.map(\.number)
      after = page.next
      if !page.hasMore { break }
    }
    #expect(seen == Self.numbers(recorder, of: .call(JournalWriter.call(3))) && after == recorder.last)
    #expect(recorder.page(after: after, of: .all, limit: 3).entries.isEmpty)
    #expect(recorder.page(after: .max, of: .all, limit: 3).entries.isEmpty)
  }

  @Test("Beyond the limit whole ended calls go, the oldest first, and a live call stays whole")
  func bounded() {
    var recorder = FlightRecorder(limit: 1 << 17)
    var journal = JournalWriter(providers: ["loopback", "bob"])
    journal.incoming(1, at: "bob", from: "sip:alice@example.org")
    for record in journal.records { recorder.take(record) }
    let kept = recorder.page(after: 0, of: .call(JournalWriter.call(1)), limit: 10).entries.count
    for _ in 0..<40 {
      // The same calls again and again: each time with ids of their own.
      for record in Self.fresh(Self.calls(8)) { recorder.take(record) }
      #expect(recorder.bytes <= recorder.limit)
    }
    #expect(recorder.dropped > 0)
    #expect(recorder.page(after: 0, of: .call(JournalWriter.call(1)), limit: 10).entries.count == kept)
    #expect(recorder.cutRecords(of: JournalWriter.call(1)) == 0)
    // Every ended call that is still there is whole.
    let all = recorder.page(after: 0, of: .all, limit: 100_000).entries
    for call in Set(all.flatMap(\.calls)).subtracting([JournalWriter.call(1)]) {
      #expect(recorder.page(after: 0, of: .call(call), limit: 10).entries.count == 4)
    }
  }

  @Test("When only live calls are left, the oldest records go, and their calls say that they are cut")
  func cut() {
    var recorder = FlightRecorder(limit: 1 << 16)
    var journal = JournalWriter(providers: ["bob"])
    journal.incoming(1, at: "bob", from: "sip:alice@example.org")
    for _ in 0..<200 { journal.report(1, at: "bob", .updated(CallUpdate())) }
    for record in journal.records { recorder.take(record) }
    let call = JournalWriter.call(1)
    #expect(recorder.bytes <= recorder.limit && recorder.cutRecords(of: call) > 0)
    let kept = recorder.page(after: 0, of: .call(call), limit: 1_000).entries
    #expect(kept.count + recorder.cutRecords(of: call) == 201 && kept.last?.number == recorder.last)
  }

  @Test("Records about no call get a small part of the memory")
  func others() {
    var recorder = FlightRecorder(limit: 1 << 17)
    for record in Self.calls(2) { recorder.take(record) }
    for _ in 0..<10_000 { recorder.take(JournalRecord(time: .zero, .closed("each-1"))) }
    #expect(recorder.bytes <= recorder.limit && recorder.last == 10_009)
    for record in Self.fresh(Self.calls(8)) { recorder.take(record) }
    let all = recorder.page(after: 0, of: .all, limit: 100_000).entries
    #expect(all.last { !$0.calls.isEmpty }?.number == recorder.last)
  }

  /// Returns the same records with fresh ids of their calls.
  private static func fresh(_ records: [JournalRecord]) -> [JournalRecord] {
    let encoder = JSONEncoder()
    guard let data = try? encoder.encode(records) else { return [] }
    var text = String(decoding: data, as: UTF8.self)
    for number in 1...8 { text = text.replacing(JournalWriter.call(number).uuidString, with: UUID().uuidString) }
    return (try? JSONDecoder().decode([JournalRecord].self, from: Data(text.utf8))) ?? []
  }
}
