import Foundation
import Locking
import Testing

@testable import CallDirectory

@Suite("CallDirectory: the table")
struct TableTests {
  @Test("Two tables differ at the first number whose block or labels are not the same, whatever their order")
  func difference() throws {
    let rig = try TableRig()
    func table(_ lines: [String]) throws -> DirectoryTable { try rig.load(TableRig.stream("full", lines)).table }
    let one = try table(["block 5", "identify 7 Ann", "identify 7 Bob", "block 9"])
    #expect(one.difference(from: try table(["block 5", "identify 7 Bob", "identify 7 Ann", "block 9"])) == nil)
    let labelled = try #require(one.difference(from: try table(["block 5", "identify 7 Ann", "block 9"])))
    #expect(
      labelled == .init(number: 7, here: .init(isBlocked: false, labels: ["Ann", "Bob"]), there: .init(isBlocked: false, labels: ["Ann"])))
    let blocked = try #require(one.difference(from: try table(["block 5", "block 7", "identify 7 Ann", "identify 7 Bob", "block 9"])))
    #expect(blocked.number == 7 && blocked.here?.isBlocked == false && blocked.there?.isBlocked == true)
    #expect(one.difference(from: try table(["block 4", "block 5"])) == .init(number: 4, here: nil, there: .init(isBlocked: true)))
    #expect(try table([]).difference(from: one) == .init(number: 5, here: nil, there: .init(isBlocked: true)))
  }

  private let rig: TableRig

  init() throws { rig = try TableRig() }

  private func lines(_ numbers: [UInt64], _ label: (UInt64) -> String?) -> [String] {
    numbers.map { number in label(number).map { "identify \(number) \($0)" } ?? "block \(number)" }
  }

  @Test(
    "Numbers of any density are found, and those between are not", arguments: [1, 2, 127, 128, 129, 1_000, 20_000],
    [1, 300, UInt64(1) << 62])
  func find(count: Int, range: UInt64) throws {
    var generator = TestNumbers(state: UInt64(count))
    var all: Set<UInt64> = []
    let highest = max(range, UInt64(count) * 2)
    while all.count < count { all.insert(UInt64.random(in: 1...highest, using: &generator)) }
    let sorted = all.sorted()
    let label: (UInt64) -> String? = { $0 % 3 == 0 ? nil : "label \($0 % 1_000)" }
    let table = try rig.load(TableRig.stream("full", lines(sorted, label)), portion: 65_536).table
    #expect(table.entries == count && table.hasGoodParts())
    for number in sorted {
      let found = table.entry(of: number)
      try #require(found == .init(isBlocked: label(number) == nil, labels: label(number).map { [$0] } ?? []))
    }
    for _ in 0..<1_000 {
      let number = UInt64.random(in: 0...highest + 9, using: &generator)
      #expect((table.entry(of: number) != nil) == all.contains(number))
    }
    var cursor = TableView.Cursor(table.view)
    var seen: [UInt64] = []
    while let entry = cursor.current {
      seen.append(entry.number)
      cursor.advance()
    }
    #expect(seen == sorted && !cursor.isDamaged)
  }

  @Test("The largest and the smallest number are found")
  func limits() throws {
    let table = try rig.load(TableRig.stream("full", ["block 1", "block 9223372036854775806"])).table
    #expect(table.isBlocked(1) == true && table.isBlocked(9_223_372_036_854_775_806) == true)
    #expect(table.isBlocked(2) == nil && table.isBlocked(UInt64(Int64.max)) == nil && table.isBlocked(.max) == nil)
  }

  @Test("An empty table has no entry")
  func empty() throws {
    let table = try rig.load(TableRig.stream("full", [])).table
    #expect(table.entries == 0 && table.entry(of: 5) == nil && table.hasGoodParts())
  }

  @Test("A file with a changed header, another size or no end is refused; changed parts are found by their checksums")
  func damage() throws {
    let path = try rig.load(TableRig.stream("full", (1...500).map { "block \($0 * 3)" })).table.path
    let good = try Data(contentsOf: URL(fileURLWithPath: path))
    func opens(_ bytes: Data) throws -> DirectoryTable? {
      let other = URL(fileURLWithPath: rig.folder + "/other")
      try bytes.write(to: other)
      return try? DirectoryTable(opening: other.path)
    }
    #expect(try opens(good) != nil)
    #expect(try opens(Data()) == nil && opens(good.dropLast(1)) == nil && opens(good.dropLast(4_096)) == nil)
    #expect(try opens(good + Data(count: 16)) == nil)
    for place in [0, 8, 12, 20, 100, 200, 4_095, good.count - 1, good.count - 4_096 + 28] {
      var bytes = good
      bytes[place] ^= 0x40
      #expect(try opens(bytes) == nil, "byte \(place)")
    }
    var bytes = good
    bytes[4_096 + 20] ^= 0x40
    #expect(try opens(bytes)?.hasGoodParts() == false)
  }

  @Test("No look-up in any bytes with a good header reads outside them")
  func anyBytes() throws {
    let lines = (1...2_000).flatMap { ["block \($0 * 3)", "identify \($0 * 3) label \($0 % 50)"] }
    let good = try Data(contentsOf: URL(fileURLWithPath: rig.load(TableRig.stream("full", lines), portion: 65_536).table.path))
    var generator = TestNumbers(state: 77)
    var lookups = 0
    for _ in 0..<300 {
      var bytes = [UInt8](good)
      for _ in 0..<Int.random(in: 1...64, using: &generator) {
        bytes[Int.random(in: 4_096..<bytes.count - 4_096, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      TableProbe.probe(bytes) { _ in lookups += 1 }
    }
    #expect(lookups > 1_000)
  }

  @Test("A thread that looks up during swaps sees the old table or the new one, and nothing else")
  func swaps() async throws {
    let tables = try (0..<8).map { place in
      try rig.load(TableRig.stream("full", (1...300).map { "identify \($0) t\(place)" }), portion: 65_536).table
    }
    let present = Published(tables[0])
    let failures = await withTaskGroup(of: Int.self) { group in
      group.addTask {
        for round in 0..<20_000 { present.publish(tables[round % 8]) }
        return 0
      }
      for _ in 0..<2 {
        group.addTask {
          var failures = 0
          for round in 0..<20_000 {
            let table = present.value
            let labels = [1, 150, 300].map { table.entry(of: UInt64($0))?.labels ?? [] }
            if Set(labels).count != 1 || labels[0].count != 1 || round < 0 { failures += 1 }
          }
          return failures
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == 0)
  }
}
