import CallControl
import CallStore
import FoundationEssentials
import HostService
import HostSurface
import Locking

/// The store of a host: the rate of calls that it keeps, with its events, and the time of a judgement about a caller.
struct StorePart: BenchmarkPart {
  static let name = "store"
  static let summary = "5,000 calls a second kept for 60 s, with their events; a judgement among 10,000 rules; retention"

  private let rate = 5_000
  private let seconds = 60
  private let ruleCount = 10_000
  private let contactCount = 1_000
  private let judgementCount = 200_000

  func measure() throws -> [Measurement] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try judge(folder.path + "/judge") + keep(folder.path + "/history")
  }

  // MARK: Judging

  private func judge(_ path: String) throws -> [Measurement] {
    let store = CallStore(folder: path)
    defer { store.close() }
    // Half of the rules are exact; prefixes and patterns are the expensive ones.
    let rules = (0..<ruleCount).map { number -> BlockRule in
      switch number % 20 {
      case 0..<10: BlockRule(.exact, "+1202\(5_000_000 + number)", addedBy: "bench")
      case 10..<17: BlockRule(.prefix, "+49\(30_000 + number)", effect: .silence, addedBy: "bench")
      default: BlockRule(.pattern, "+44*\(10_000 + number)?", addedBy: "bench")
      }
    }
    _ = try store.addBlockRules(rules)
    let cards = (0..<contactCount).map { "BEGIN:VCARD\nVERSION:4.0\nUID:\($0)\nFN:C\($0)\nTEL:+3314\(200_000 + $0)\nEND:VCARD\n" }
    _ = try store.importContacts(cards.joined())
    var times: [Int64] = []
    times.reserveCapacity(judgementCount)
    let date = Date()
    for number in 0..<judgementCount {
      // In turn: an exact rule, a prefix, none of all, and a contact.
      let value =
        switch number % 4 {
        case 0: "+1202\(5_000_000 + number % ruleCount)"
        case 1: "+49\(30_000 + number % ruleCount)123"
        case 2: "+4420\(number)"
        default: "+3314\(200_000 + number % contactCount)"
        }
      let question = CallerQuestion(handle: Handle(type: .phoneNumber, value: value), date: date)
      let start = Stopwatch.nanoseconds
      let verdict = store.judge(question)
      let end = Stopwatch.nanoseconds
      // The first tenth warms the caches.
      if number >= judgementCount / 10 { times.append(end - start - Stopwatch.overhead) }
      if verdict.decidedBy == nil { throw TrafficError("the judge told no rule") }
    }
    times.sort()
    return [
      Measurement("store.judge_p50_ns", Double(times.percentile(0.5)), "ns"),
      Measurement("store.judge_p99_ns", Double(times.percentile(0.99)), "ns", .atMost(50_000)),
    ]
  }

  // MARK: Keeping

  private func keep(_ path: String) throws -> [Measurement] {
    let store = CallStore(folder: path)
    defer { store.close() }
    let log = Locked(EventLog(epoch: "bench"))
    let keeper = MemoryKeeper(
      store,
      receivers: MemoryKeeper.Receivers(
        news: { news in log.withLock { $0.take(news, at: SurfaceTime(milliseconds: 0)) } }, doNotDisturb: { _ in }))
    let source = try NoteSource()
    var (times, waiting, calls) = ([Int64](), 0, 0)
    let start = Stopwatch.nanoseconds
    let length = Int64(seconds) * 1_000_000_000
    while true {
      let elapsed = min(Stopwatch.nanoseconds - start, length)
      let due = Int(Double(elapsed) / 1e9 * Double(rate))
      while calls < due {
        for note in source.notes(of: calls) {
          let before = Stopwatch.nanoseconds
          store.note(note)
          times.append(Stopwatch.nanoseconds - before - Stopwatch.overhead)
        }
        calls += 1
      }
      waiting = max(waiting, store.standing.waiting)
      if elapsed == length { break }
      Stopwatch.sleep(nanoseconds: 1_000_000)
    }
    let end = Stopwatch.nanoseconds
    store.flush()
    let flushed = Stopwatch.nanoseconds
    let standing = store.standing
    // Each end of a call is one change, and every second call was missed.
    let last = try store.historyChanges(after: Int64(calls) - 1, limit: 2).changes.map(\.change)
    guard standing.state == .good, standing.dropped == 0, last == [Int64(calls)], store.unreadMissed == calls / 2 else {
      throw TrafficError("the store lost calls: \(standing); the last change of \(calls) is \(last)")
    }
    times.sort()
    let pruneStart = Stopwatch.nanoseconds
    let pruned = try store.prune()
    let pruneTime = Double(Stopwatch.nanoseconds - pruneStart) / 1e9
    keeper.close()
    return [
      Measurement("store.calls_per_s", Double(calls) / (Double(end - start) / 1e9), "1/s", .atLeast(Double(rate) * 0.999)),
      // The notes of a second: each call has two, and every second call has three.
      Measurement("store.waiting_most", Double(waiting), "notes", .atMost(Double(rate) * 2.5)),
      Measurement("store.behind_ms", Double(flushed - end) / 1e6, "ms", .atMost(1_000)),
      Measurement("store.note_p50_ns", Double(times.percentile(0.5)), "ns"),
      Measurement("store.note_p99_ns", Double(times.percentile(0.99)), "ns"),
      Measurement("store.prune_rows_per_s", Double(pruned) / pruneTime, "1/s"),
    ]
  }
}

/// The notes of whole calls, as a host writes them.
private struct NoteSource {
  private let begun: CallNote
  private let offset: Int64

  init() throws {
    var line = Line(id: .main, policy: LinePolicy())
    _ = line.receive(.roster(CoreScript.roster), at: .zero)
    var update = CallUpdate()
    update.remoteHandle = Handle(type: .phoneNumber, value: "+12025550100")
    update.localizedCallerName = "Ada Lovelace"
    let call = CallID()
    _ = line.receive(.incoming(CoreScript.provider, IncomingCall(call: call, update: update), IncomingFacts()), at: .zero)
    guard let note = line.note(.begun, of: call) else { throw TrafficError("the line shows no call") }
    begun = note
    offset = Int64(Date().timeIntervalSince1970 * 1e9)
  }

  /// Returns the notes of a call: it begins, is connected in half of the cases, and ends.
  func notes(of number: Int) -> [CallNote] {
    let instant = Instant(nanoseconds: Int64(number) * 200_000)
    var note = begun
    note.dateOffset = offset
    note.record.call = CallID()
    note.record.handle = Handle(type: .phoneNumber, value: "+1202\(5_000_000 + number % 100_000)")
    (note.record.began, note.record.ended) = (instant, instant)
    var notes = [note]
    let isAnswered = number.isMultiple(of: 2)
    if isAnswered {
      note.step = .connected
      note.record.connected = instant.advanced(by: .milliseconds(1))
      notes.append(note)
    }
    note.step = .ended
    note.record.outcome = isAnswered ? .answered : .missed
    note.record.end = CallEnd(.remoteEnded)
    note.record.ended = instant.advanced(by: .milliseconds(2))
    notes.append(note)
    return notes
  }
}
