import CSQLite
import CallControl
import CallDirectory
import CallStore
import FoundationEssentials
import Glibc
import HostService
import Locking
import TransportLoader

/// The call directory: loads, look-ups and swaps at ten million numbers, beside the same table in SQLite.
struct DirectoryPart: BenchmarkPart {
  static let name = "directory"
  static let summary = "10 million numbers from a program to service; look-ups; swaps under 10,000 look-ups a second; SQLite"

  private static let count = 10_000_000
  private static let lookupCount = 1_000_000
  private static let sqliteCount = 200_000
  private static let rate = 10_000
  private static let incomingCount = 30_000

  func measure() async throws -> [Measurement] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let numbers = NumberPlans.numbers(Self.count)
    try RecordText(numbers).write(to: folder.path + "/old", version: "old")
    try RecordText(numbers).write(to: folder.path + "/new", version: "new")
    guard let helper = FirstContact.standard().helperFile else { throw TrafficError("there is no hookswitch-helper; build it") }
    let keeper = DirectoryKeeper(
      DirectoryKeeper.Place(folder: folder.path + "/tables", helper: helper), store: nil, receivers: DirectoryKeeper.Receivers())
    defer { keeper.close(waits: true) }
    // The program copies a file, so that the stream is the source's only cost.
    var settings = DirectorySettings(id: "bench", source: .executable(["/bin/cat", folder.path + "/current"], network: false))
    settings.limits.maximumEntries = Self.count
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/current", withDestinationPath: folder.path + "/old")
    settings.isEnabled = false
    keeper.configure([settings])
    guard keeper.setEnabled("bench", true) else { throw TrafficError("the directory is missing") }
    let start = Stopwatch.nanoseconds
    let report = await keeper.reload("bench")
    let seconds = Double(Stopwatch.nanoseconds - start) / 1e9
    if let error = report.error { throw TrafficError("the load failed: \(error)") }
    let table = try DirectoryTable(opening: DirectoryLoad.path(of: "bench", revision: 1, in: folder.path + "/tables"))
    var measurements = [
      Measurement("directory.load_entries_per_s", Double(Self.count) / seconds, "1/s", .atLeast(1_000_000)),
      Measurement("directory.bytes_per_entry", Double(table.bytes - table.labelBytes) / Double(table.entries), "bytes", .atMost(12)),
    ]
    measurements += lookUp(keeper, numbers)
    measurements += try await incoming(keeper, numbers, folder.path)
    measurements += try await swap(keeper, numbers, folder.path)
    return measurements + (try SQLiteRival(folder.path + "/rival.sqlite").measure(numbers, lookups: Self.sqliteCount))
  }

  /// Looks numbers up that have an entry, and others.
  private func lookUp(_ keeper: DirectoryKeeper, _ numbers: [UInt64]) -> [Measurement] {
    var generator = SplitMix(state: 1)
    let shares: [(name: String, wanted: () -> UInt64)] = [
      ("hit", { numbers[Int(generator.next() % UInt64(numbers.count))] }), ("any", { 1_000_000_000 + generator.next() % 100_000_000_000 }),
    ]
    return shares.flatMap { name, wanted in
      var times: [Int64] = []
      times.reserveCapacity(Self.lookupCount)
      var found = 0
      for round in 0..<Self.lookupCount {
        let number = wanted()
        let start = Stopwatch.nanoseconds
        let isFound = keeper.answer(about: number) != nil
        let end = Stopwatch.nanoseconds
        if isFound { found += 1 }
        // The first tenth warms the caches.
        if round >= Self.lookupCount / 10 { times.append(max(0, end - start - Stopwatch.overhead)) }
      }
      times.sort()
      return [
        Measurement("directory.\(name)_p50_ns", Double(times.percentile(0.5)), "ns"),
        Measurement("directory.\(name)_p99_ns", Double(times.percentile(0.99)), "ns", .atMost(2_000)),
        Measurement("directory.\(name)_found", Double(found) / Double(Self.lookupCount) * 100, "%"),
      ]
    }
  }

  /// Times incoming calls with the directories and without them, in turn; half of the callers have a label.
  private func incoming(_ keeper: DirectoryKeeper, _ numbers: [UInt64], _ folder: String) async throws -> [Measurement] {
    let without = try IncomingCalls(folder + "/without", asking: nil)
    let with = try IncomingCalls(folder + "/with", asking: keeper)
    var generator = SplitMix(state: 3)
    for round in 0..<Self.incomingCount {
      let place = Int(generator.next() % UInt64(numbers.count / 10)) * 10 + 1
      let number = round % 2 == 0 ? numbers[place] : 10_000_000_000 + generator.next() % 1_000_000_000
      // The one that comes first finds the other's caches cold: they take turns.
      for home in round % 4 < 2 ? [with, without] : [without, with] {
        try await home.call(number, isTimed: round >= Self.incomingCount / 10)
      }
    }
    for home in [with, without] { await home.close() }
    let (asked, plain) = (with.times.sorted(), without.times.sorted())
    let (askedTail, plainTail) = (Double(asked.percentile(0.99)), Double(plain.percentile(0.99)))
    return [
      Measurement("directory.incoming_p50_ns", Double(asked.percentile(0.5)), "ns"),
      Measurement("directory.incoming_p99_ns", askedTail, "ns"),
      Measurement("directory.incoming_without_p99_ns", plainTail, "ns"),
      Measurement("directory.incoming_p99_share", askedTail / plainTail * 100, "%", .atMost(105)),
    ]
  }

  /// Loads the other version while a thread looks up at a steady rate; each answer is the old one or the new one.
  private func swap(_ keeper: DirectoryKeeper, _ numbers: [UInt64], _ folder: String) async throws -> [Measurement] {
    try FileManager.default.removeItem(atPath: folder + "/current")
    try FileManager.default.createSymbolicLink(atPath: folder + "/current", withDestinationPath: folder + "/new")
    let (isOver, before) = (Locked(false), Self.heap())
    // A thread of its own, which the tasks of the load do not delay.
    let watcher = Task.detached { () -> (wrong: Int, count: Int, p99: Int64, heap: Int) in
      var generator = SplitMix(state: 2)
      var (wrong, count, heap, sawNew, times, round) = (0, 0, 0, false, [Int64](), 0)
      let start = Stopwatch.nanoseconds
      while !isOver.withLock({ $0 }) {
        let due = Int(Double(Stopwatch.nanoseconds - start) / 1e9 * Double(Self.rate))
        while count < due {
          // A number with a label, which shows the version.
          let number = numbers[Int(generator.next() % UInt64(numbers.count / 10)) * 10 + 1]
          let begin = Stopwatch.nanoseconds
          let answer = keeper.entries(of: number)
          times.append(Stopwatch.nanoseconds - begin)
          let label = answer.first?.entry.labels.first ?? ""
          let isNew = label.hasSuffix("new")
          if !isNew, !label.hasSuffix("old") || sawNew { wrong += 1 }
          sawNew = sawNew || isNew
          count += 1
        }
        if round % 20 == 0 { heap = max(heap, Self.heap()) }
        round += 1
        Stopwatch.sleep(nanoseconds: 1_000_000)
      }
      times.sort()
      return (sawNew ? wrong : wrong + 1, count, times.percentile(0.99), heap)
    }
    let report = await keeper.reload("bench", isFull: true)
    Stopwatch.sleep(nanoseconds: 200_000_000)
    isOver.withLock { $0 = true }
    let seen = await watcher.value
    if let error = report.error { throw TrafficError("the second load failed: \(error)") }
    return [
      Measurement("directory.swap_lookups", Double(seen.count), "look-ups"),
      Measurement("directory.swap_wrong_answers", Double(seen.wrong), "answers", .atMost(0)),
      Measurement("directory.swap_p99_ns", Double(seen.p99), "ns"),
      // The times of the look-ups are the benchmark's own.
      Measurement("directory.load_heap_mb", Double(seen.heap - before - seen.count * 8) / 1_048_576, "MiB", .atMost(8)),
    ]
  }

  /// The resident bytes of the process that are no file.
  private static func heap() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") })
    else { return 0 }
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
  }
}

/// Numbers shaped like number plans: ranges of operators, dense inside and far apart.
private enum NumberPlans {
  static func numbers(_ count: Int) -> [UInt64] {
    var generator = SplitMix(state: 42)
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    var number: UInt64 = 12_025_550_000
    for place in 0..<count {
      number += 1 + generator.next() % 40
      // A new range of an operator.
      if place % 10_000 == 9_999 { number += generator.next() % 100_000_000 }
      numbers.append(number)
    }
    return numbers
  }
}

/// A source of numbers that are the same in each run.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// A stream of records: three numbers of ten are blocked, the others have one of 100,000 labels.
private struct RecordText {
  static let labelCount = 100_000
  let numbers: [UInt64]

  init(_ numbers: [UInt64]) { self.numbers = numbers }

  static func isBlocked(_ place: Int) -> Bool { [0, 4, 7].contains(place % 10) }
  static func label(_ place: Int) -> Int { Int(truncatingIfNeeded: UInt64(place) &* 2_654_435_761) & Int.max % labelCount }

  func write(to path: String, version: String) throws {
    guard let file = fopen(path, "w") else { throw TrafficError("cannot create \(path): errno \(errno)") }
    defer { fclose(file) }
    var text: [UInt8] = Array("hookswitch-directory 1 full\n".utf8)
    let (block, identify) = (Array("block\t".utf8), Array("identify\t".utf8))
    let labels = (0..<Self.labelCount).map { Array("\tCompany \($0) \(version)\n".utf8) }
    for (place, number) in numbers.enumerated() {
      let isBlocked = Self.isBlocked(place)
      text += isBlocked ? block : identify
      text += Array("\(number)".utf8)
      if isBlocked { text.append(10) } else { text += labels[Self.label(place)] }
      if text.count > 1 << 20 {
        fwrite(text, 1, text.count, file)
        text.removeAll(keepingCapacity: true)
      }
    }
    text += Array("complete\t\(version)\n".utf8)
    fwrite(text, 1, text.count, file)
  }
}

/// The same table in SQLite.
private struct SQLiteRival {
  private let path: String

  init(_ path: String) { self.path = path }

  func measure(_ numbers: [UInt64], lookups: Int) throws -> [Measurement] {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let database = opened else { throw TrafficError("cannot open \(path)") }
    defer { sqlite3_close_v2(database) }
    let begin = Stopwatch.nanoseconds
    try run(
      database, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE entry(number INTEGER PRIMARY KEY, value INTEGER); BEGIN")
    let insert = try prepare(database, "INSERT INTO entry VALUES(?, ?)")
    for (place, number) in numbers.enumerated() {
      sqlite3_bind_int64(insert, 1, Int64(number))
      sqlite3_bind_int64(insert, 2, RecordText.isBlocked(place) ? 1 : Int64(RecordText.label(place)) << 1)
      guard sqlite3_step(insert) == SQLITE_DONE else { throw TrafficError("SQLite takes no row") }
      sqlite3_reset(insert)
    }
    sqlite3_finalize(insert)
    try run(database, "COMMIT")
    let seconds = Double(Stopwatch.nanoseconds - begin) / 1e9
    let select = try prepare(database, "SELECT value FROM entry WHERE number = ?")
    defer { sqlite3_finalize(select) }
    var (generator, times) = (SplitMix(state: 1), [Int64]())
    for round in 0..<lookups {
      let number = numbers[Int(generator.next() % UInt64(numbers.count))]
      let start = Stopwatch.nanoseconds
      sqlite3_bind_int64(select, 1, Int64(number))
      let isFound = sqlite3_step(select) == SQLITE_ROW
      _ = sqlite3_column_int64(select, 0)
      sqlite3_reset(select)
      let end = Stopwatch.nanoseconds
      guard isFound else { throw TrafficError("SQLite lost \(number)") }
      if round >= lookups / 4 { times.append(max(0, end - start - Stopwatch.overhead)) }
    }
    times.sort()
    var status = stat()
    guard stat(path, &status) == 0 else { throw TrafficError("SQLite's file is gone") }
    return [
      Measurement("directory.sqlite_entries_per_s", Double(numbers.count) / seconds, "1/s"),
      Measurement("directory.sqlite_bytes_per_entry", Double(status.st_size) / Double(numbers.count), "bytes"),
      Measurement("directory.sqlite_hit_p50_ns", Double(times.percentile(0.5)), "ns"),
      Measurement("directory.sqlite_hit_p99_ns", Double(times.percentile(0.99)), "ns"),
    ]
  }

  private func run(_ database: OpaquePointer, _ sql: String) throws {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
      throw TrafficError("SQLite: \(String(cString: sqlite3_errmsg(database)))")
    }
  }

  private func prepare(_ database: OpaquePointer, _ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw TrafficError("SQLite refuses \(sql)") }
    return statement
  }
}
