import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// One promise of a store, which each implementation keeps.
struct StoreBehaviour: CustomTestStringConvertible, Sendable {
  let name: String
  let check: @Sendable (any ClusterBench) throws -> Void

  var testDescription: String { name }

  init(_ name: String, _ check: @escaping @Sendable (any ClusterBench) throws -> Void) {
    self.name = name
    self.check = check
  }

  static let all: [StoreBehaviour] = writes + watching + messages + records

  // MARK: Writes

  static let writes = [
    StoreBehaviour("a key is created once") { bench in
      let hands = try StoreHands(bench)
      let revision = try hands.stored("a3f", "one", .revision(0), id: "1")
      let second = try hands.write("a3f", "two", .revision(0), id: "2")
      #expect(second == .lost(current: ClusterEntry(key: "a3f", value: Array("one".utf8), revision: revision)))
      hands.close()
    },
    StoreBehaviour("a write on the last revision wins, and one on an older revision is lost") { bench in
      let hands = try StoreHands(bench)
      let first = try hands.stored("a3f", "one", .revision(0), id: "1")
      let second = try hands.stored("a3f", "two", .revision(first), id: "2")
      #expect(second > first)
      #expect(
        try hands.write("a3f", "three", .revision(first), id: "3")
          == .lost(current: ClusterEntry(key: "a3f", value: Array("two".utf8), revision: second)))
      #expect(try hands.readAll().map(\.text) == ["two"])
      hands.close()
    },
    StoreBehaviour("a write under the same id is taken once, with the same revision") { bench in
      let hands = try StoreHands(bench)
      let first = try hands.stored("a3f", "one", .revision(0), id: "same")
      #expect(try hands.write("a3f", "one", .revision(0), id: "same") == .stored(revision: first))
      #expect(try hands.readAll().map(\.revision) == [first])
      hands.close()
    },
    StoreBehaviour("a write without a condition always wins") { bench in
      let hands = try StoreHands(bench)
      let first = try hands.stored("a3f", "one", .always, id: "1")
      #expect(try hands.stored("a3f", "two", .always, id: "2") > first)
      hands.close()
    },
    StoreBehaviour("a removed key is in no whole read, and keeps its revision") { bench in
      let hands = try StoreHands(bench)
      let first = try hands.stored("a3f", "one", .revision(0), id: "1")
      let removed = try hands.stored("a3f", nil, .revision(first), id: "2")
      #expect(try hands.readAll() == [])
      #expect(try hands.write("a3f", "x", .revision(0), id: "3") == .lost(current: ClusterEntry(key: "a3f", value: nil, revision: removed)))
      #expect(try hands.stored("a3f", "again", .revision(removed), id: "4") > removed)
      hands.close()
    },
    StoreBehaviour("of two writes on one revision one wins, each time") { bench in
      let (one, two) = (try StoreHands(bench), try StoreHands(bench))
      var revision: UInt64 = 0
      for round in 0..<40 {
        let outcomes = Locked<[BucketWriteOutcome]>([])
        for (name, hands) in [("one", one), ("two", two)] {
          let write = BucketWrite(
            bucket: .slots, key: "a3f", value: Array(name.utf8), condition: .revision(revision), id: "\(name)-\(round)")
          let store = hands.store
          bench.on(store) { store.write(write, within: .seconds(10)) { outcome in outcomes.withLock { $0.append(outcome) } } }
        }
        try #require(bench.wait(.seconds(20)) { outcomes.withLock { $0.count } == 2 })
        let won = outcomes.withLock { $0 }.compactMap { if case .stored(let revision) = $0 { revision } else { nil } }
        try #require(won.count == 1, "\(outcomes.withLock { $0 })")
        revision = won[0]
      }
      one.close()
      two.close()
    },
    StoreBehaviour("a thousand writes under way have an outcome each") { bench in
      let hands = try StoreHands(bench)
      let revisions = Locked<Set<UInt64>>([])
      let store = hands.store
      bench.on(store) {
        for number in 0..<1_000 {
          let write = BucketWrite(bucket: .live, key: "a3f.line\(number)", value: [1], condition: .revision(0), id: "live-\(number)")
          store.write(write, within: .seconds(20)) { outcome in
            if case .stored(let revision) = outcome { revisions.withLock { _ = $0.insert(revision) } }
          }
        }
      }
      #expect(bench.wait(.seconds(30)) { revisions.withLock { $0.count } == 1_000 })
      #expect(try hands.readAll(.live).count == 1_000)
      hands.close()
    },
    StoreBehaviour("a key that is none, and a value that is too long, are refused") { bench in
      let hands = try StoreHands(bench)
      for key in ["", "a b", "a.*", "a..b", ">", ".a", "a\n", "ä"] {
        #expect(try hands.write(key, "x", .always, id: "bad") == .failed(.badName(key)))
      }
      guard case .failed(.tooLong) = try hands.write("a3f", String(repeating: "x", count: 2 << 20), .always, id: "long") else {
        Issue.record("a write of 2 MiB was taken")
        return
      }
      #expect(try hands.readAll() == [])
      hands.close()
    },
    StoreBehaviour("everything under way fails when the store is closed") { bench in
      let hands = try StoreHands(bench)
      let outcomes = Locked<[BucketWriteOutcome]>([])
      let store = hands.store
      bench.on(store) {
        let write = BucketWrite(bucket: .slots, key: "a3f", value: [1], condition: .revision(0), id: "1")
        store.write(write, within: .seconds(10)) { outcome in outcomes.withLock { $0.append(outcome) } }
        store.close()
        store.write(write, within: .seconds(10)) { outcome in outcomes.withLock { $0.append(outcome) } }
      }
      #expect(bench.wait(.seconds(20)) { outcomes.withLock { $0.count } == 2 })
      #expect(outcomes.withLock { $0 } == [.failed(.closed), .failed(.closed)])
    },
  ]
}
