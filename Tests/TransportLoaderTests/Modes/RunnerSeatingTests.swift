import Testing

@testable import TransportLoader

/// The division of providers among runners, as tables (docs/isolation.md, "Modes").
@Suite struct RunnerSeatingTests {
  typealias Seat = (provider: String, library: String, share: RunnerShare)

  static let rows: [(seats: [Seat], groups: [[String]])] = [
    ([("a", "/x.so", .together), ("b", "/x.so", .together), ("c", "/y.so", .together)], [["a", "b"], ["c"]]),
    ([("a", "/x.so", .together), ("b", "/x.so", .each), ("c", "/x.so", .each)], [["a"], ["b"], ["c"]]),
    ([("a", "/x.so", .named("one")), ("b", "/x.so", .named("one")), ("c", "/x.so", .named("two"))], [["a", "b"], ["c"]]),
    // A provider's own process and a process that has its name are two.
    ([("a", "/x.so", .each), ("b", "/x.so", .named("a")), ("c", "/x.so", .together)], [["a"], ["b"], ["c"]]),
    ([("a", "/x.so", .pool(1)), ("b", "/x.so", .pool(1)), ("c", "/y.so", .pool(1))], [["a", "b"], ["c"]]),
  ]

  @Test(arguments: rows.indices) func providersAreDividedAmongRunners(_ row: Int) throws {
    var seating = RunnerSeating()
    var groups: [RunnerSeating.Key: [String]] = [:]
    for seat in Self.rows[row].seats {
      groups[try seating.seat(seat.provider, of: seat.library, seat.share, RunnerProfile()), default: []].append(seat.provider)
    }
    #expect(groups.values.sorted { $0[0] < $1[0] } == Self.rows[row].groups)
  }

  @Test func aPoolSpreadsProvidersByTheirNamesTheSameInEachRun() throws {
    var seating = RunnerSeating()
    var sizes: [RunnerSeating.Key: Int] = [:]
    for number in 0..<800 { sizes[try seating.seat("line\(number)", of: "/x.so", .pool(8), RunnerProfile()), default: 0] += 1 }
    #expect(sizes.count == 8)
    #expect(sizes.values.allSatisfy { (50...150).contains($0) }, "\(sizes.values.sorted())")
    // FNV-1a: a change of the hash would move each provider of a running installation.
    #expect(try seating.seat("desk", of: "/x.so", .pool(8), RunnerProfile()) == .pool(library: "/x.so", index: 7, of: 8))
  }

  @Test func aNameOfTwoSharedObjectsIsAConflict() throws {
    var seating = RunnerSeating()
    _ = try seating.seat("a", of: "/x.so", .named("one"), RunnerProfile())
    let conflict = #expect(throws: RunnerConflict.self) { try seating.seat("b", of: "/y.so", .named("one"), RunnerProfile()) }
    #expect(conflict?.member == .process && conflict?.other == "a")
    #expect(conflict?.sentence.contains("/x.so") == true)
  }

  static let differences: [(word: String, change: @Sendable (inout RunnerProfile) -> Void)] = [
    ("limits.memory-mb (512 and 128)", { $0.limits.memoryMegabytes = 128 }), ("limits.files (16384 and 64)", { $0.limits.files = 64 }),
    ("limits.patience-ms (the default and 300)", { $0.limits.patienceMilliseconds = 300 }),
    ("limits.threads (none and 64)", { $0.limits.threads = 64 }), ("limits.cpu-percent (none and 50)", { $0.limits.cpuPercent = 50 }),
    ("sandbox (try and off)", { $0.sandbox = .off }),
    ("needs", { $0.needs = RunnerNeeds() }),
  ]

  @Test(arguments: differences.indices) func providersOfOneRunnerMustAgree(_ row: Int) throws {
    var seating = RunnerSeating()
    var other = RunnerProfile()
    Self.differences[row].change(&other)
    _ = try seating.seat("a", of: "/x.so", .together, RunnerProfile())
    let conflict = #expect(throws: RunnerConflict.self) { try seating.seat("b", of: "/x.so", .together, other) }
    #expect(conflict?.member == .isolation && conflict?.other == "a")
    #expect(conflict?.sentence.contains(Self.differences[row].word) == true, "\(conflict?.sentence ?? "")")
    #expect(throws: Never.self) { try seating.seat("b", of: "/x.so", .each, other) }
  }

  @Test func aRunnerThatIsForgottenMayBeAnother() throws {
    var seating = RunnerSeating()
    seating.forget(try seating.seat("a", of: "/x.so", .named("one"), RunnerProfile()))
    #expect(try seating.seat("b", of: "/y.so", .named("one"), RunnerProfile()) == .named("one"))
  }
}
