import CallControl
import CallStore
import ClusterControl
import Foundation
import HookswitchCluster
import HookswitchCore
import Locking
import StoreTrials
import StrictJSON
import Testing

/// Records in memory, with marks, for the shipper.
final class MemoryShelf: RecordShelf {
  struct Content: Sendable {
    var records: [ShelfRecord] = []
    var marks: Set<Int64> = []
    var newest: StreamPlace?
    var isBroken = false
    /// The numbers of reads, of marks, and of orders to ship all again.
    var (looks, markings, agains) = (0, 0, 0)
    var added: Added?
    /// In a struct: a bare function in a lock grows with each access.
    struct Added: Sendable { let body: @Sendable () -> Void }
  }

  let content = Locked(Content())

  func add(_ line: String) -> CallID {
    let call = CallID()
    let added = content.withLock { content in
      let id = Int64(content.records.count + 1)
      let entry = JSONValue.object(of: ["id": .integer(id), "call": .string(call.uuidString), "line": .string(line)])
      content.records.append(ShelfRecord(id: id, call: call, line: line, ended: 1_000, entry: entry.jsonText()))
      return content.added
    }
    added?.body()
    return call
  }

  private func read<Value>(_ body: (inout Content) -> Value) -> Value? { content.withLock { $0.isBroken ? nil : body(&$0) } }

  func unshipped(limit: Int, then: @escaping @Sendable ([ShelfRecord]?) -> Void) {
    then(
      read { content in
        content.looks += 1
        return Array(content.records.filter { !content.marks.contains($0.id) }.prefix(limit))
      })
  }

  func mark(_ ids: [Int64], newest: StreamPlace, then: @escaping @Sendable (Bool) -> Void) {
    let isDone: Void? = read { content in
      content.markings += 1
      content.marks.formUnion(ids)
      if newest.sequence > content.newest?.sequence ?? 0 { content.newest = newest }
    }
    then(isDone != nil)
  }

  func newestShipped(then: @escaping @Sendable (ShelfRecord??) -> Void) {
    then(read { content in content.newest.flatMap { newest in content.records.first { $0.id == newest.id } } })
  }

  func shipAgain(then: @escaping @Sendable (Bool) -> Void) {
    let isDone: Void? = read { content in
      content.agains += 1
      (content.marks, content.newest) = ([], nil)
    }
    then(isDone != nil)
  }

  func onAdded(_ body: (@Sendable () -> Void)?) { content.withLock { $0.added = body.map { Content.Added(body: $0) } } }

  var unshippedCount: Int { content.withLock { $0.records.count - $0.marks.count } }
  let now: Int64 = 2_000
}

/// The way of records from a node's store to their readers.
@Suite struct RecordTests {
  /// A shipper with its store.
  final class Parts: Sendable {
    let bench: MemoryBench
    let shelf = MemoryShelf()
    let wire: MemoryWire
    let store: EngineStore
    let shipper: RecordShipper

    init(seed: UInt64) throws {
      bench = try MemoryBench(seed: seed)
      let parts = bench.makeParts()
      (wire, store) = (parts.wire, parts.store)
      shipper = RecordShipper(store, shelf: shelf, node: "a1", digits: 3)
      let shipper = shipper
      store.open(watching: []) { event in
        switch event {
        case .connected: shipper.connected()
        case .disconnected: shipper.disconnected()
        default: break
        }
      }
    }

    /// Reads the stream whole, as its readers do.
    func read() -> (all: [StoredRecord], calls: [String]) {
      let pages = Locked<[StoredRecord]?>(nil)
      let store = store
      bench.world.run(.seconds(60)) {
        guard store.isConnected else { return false }
        return true
      }
      store.records(">", after: 0, limit: 1_000) { result in if case .success(let page) = result { pages.withLock { $0 = page.records } } }
      bench.world.run(.seconds(5)) { pages.withLock { $0 != nil } }
      let all = pages.withLock { $0 ?? [] }
      return (all, RecordSieve.chosen(all).map(\.facts.call))
    }
  }

  @Test("no record is lost in any order of losses, and each call is read once", arguments: 1...12 as ClosedRange<UInt64>)
  func losses(_ seed: UInt64) throws {
    let parts = try Parts(seed: seed)
    let (world, engine) = (parts.bench.world, parts.bench.engine)
    engine.set { ($0.lostQuestions, $0.lostAnswers, $0.repeated) = (150, 150, 150) }
    var calls: [String] = []
    var snapshot: MemoryEngine.Snapshot?
    for step in 0..<60 {
      for _ in 0..<world.random(below: 6) { calls.append(parts.shelf.add("line-\(world.random(below: 5))").uuidString) }
      switch world.random(below: 12) {
      case 0: parts.wire.cut()
      case 1: parts.wire.mend()
      case 2: engine.stop()
      case 3: engine.start()
      case 4: snapshot = engine.snapshot
      // It lost what came since the snapshot, and its server starts again.
      case 5 where snapshot != nil:
        engine.goBack(to: snapshot)
        engine.stop()
      case 6: engine.set { $0.isLeaderless.toggle() }
      case 7: parts.shelf.content.withLock { $0.isBroken.toggle() }
      default: break
      }
      world.run(.milliseconds(Int64(step % 7) * 400))
    }
    engine.start()
    parts.wire.mend()
    parts.shelf.content.withLock { $0.isBroken = false }
    engine.set { $0 = EngineFaults() }
    #expect(world.run(.seconds(300)) { parts.shipper.unshipped == 0 })
    // A look for losses, each minute.
    world.run(.seconds(180))
    #expect(parts.shipper.unshipped == 0)
    let read = parts.read()
    #expect(Set(calls).subtracting(read.calls).isEmpty)
    #expect(read.calls.count == calls.count)
  }

  @Test("the records of a moment are read, sent and marked together")
  func together() throws {
    let parts = try Parts(seed: 1)
    let world = parts.bench.world
    world.run(.seconds(1))
    let before = parts.shelf.content.withLock { $0.looks }
    for _ in 0..<200 { _ = parts.shelf.add("x") }
    #expect(world.run(.milliseconds(200)) { parts.shipper.unshipped == 0 })
    world.run(.seconds(10))
    #expect(parts.shelf.content.withLock { ($0.looks - before, $0.markings) } == (1, 1))
    // More than the engine takes at once.
    for _ in 0..<700 { _ = parts.shelf.add("x") }
    #expect(world.run(.milliseconds(500)) { parts.shipper.unshipped == 0 })
    #expect(parts.shelf.content.withLock { $0.markings } <= 6)
    #expect(parts.read().all.count == 900)
  }

  @Test("steady traffic is looked at four times a second, and a record after a quiet time soon")
  func steadyTraffic() throws {
    let parts = try Parts(seed: 1)
    let world = parts.bench.world
    world.run(.seconds(1))
    let before = parts.shelf.content.withLock { $0.looks }
    for _ in 0..<500 {
      _ = parts.shelf.add("x")
      world.run(.milliseconds(20))
    }
    #expect((39...42).contains(parts.shelf.content.withLock { $0.looks } - before))
    world.run(.seconds(1))
    #expect(parts.shipper.unshipped == 0)
    _ = parts.shelf.add("x")
    #expect(world.run(.milliseconds(150)) { parts.shipper.unshipped == 0 })
  }

  @Test("records wait while the engine is down, and are counted")
  func down() throws {
    let parts = try Parts(seed: 1)
    let world = parts.bench.world
    world.run(.seconds(1))
    parts.bench.engine.stop()
    for _ in 0..<200 { _ = parts.shelf.add("x") }
    world.run(.seconds(30))
    #expect(parts.shipper.unshipped == 200)
    parts.bench.engine.start()
    #expect(world.run(.seconds(30)) { parts.shipper.unshipped == 0 })
    #expect(parts.read().all.count == 200)
  }

  @Test("an engine that lost its data gets the records again from the store")
  func lostData() throws {
    let parts = try Parts(seed: 1)
    let (world, engine) = (parts.bench.world, parts.bench.engine)
    for _ in 0..<100 { _ = parts.shelf.add("x") }
    #expect(world.run(.seconds(30)) { parts.shipper.unshipped == 0 })
    engine.goBack(to: nil)
    engine.stop()
    world.run(.seconds(1))
    engine.start()
    world.run(.seconds(30))
    #expect(parts.read().all.count == 100)
  }

  @Test("a loss that each slot reports ships the records again once, and the looks for losses go on")
  func lossOfEachSlot() throws {
    let parts = try Parts(seed: 1)
    let (world, engine) = (parts.bench.world, parts.bench.engine)
    world.run(.seconds(1))
    let empty = engine.snapshot
    for _ in 0..<100 { _ = parts.shelf.add("x") }
    #expect(world.run(.seconds(30)) { parts.shipper.unshipped == 0 })
    let shipper = parts.shipper
    parts.store.lane.run { for _ in 0..<1_000 { shipper.engineWentBack() } }
    world.run(.seconds(5))
    #expect(parts.shelf.content.withLock { $0.agains } == 1)
    #expect(shipper.unshipped == 0)
    // A loss without a new connection.
    engine.goBack(to: empty)
    world.run(.seconds(180))
    #expect(parts.read().all.count == 100)
  }

  @Test("K1: a line's key has its slot and its token, for more lines than are remembered, and in clusters of other sizes")
  func keys() {
    // Twice, so that some of the lines are known and others are forgotten.
    for round in 0..<2 {
      for number in stride(from: 0, to: 20_000, by: round == 0 ? 1 : 97) {
        let (line, digits) = ("line \(number)", number % 5 == 0 ? 4 : 3)
        let key = ClusterRecord.key(of: line, digits: digits)
        #expect(key == "\(Slot(of: line, digits: digits)).line=20\(number)")
        #expect(CallSlot.slot(of: CallSlot.newCall(on: line, digits: digits), digits: digits) == Slot(of: line, digits: digits))
      }
    }
  }

  @Test("a reader takes the node's own record before the heir's, in both orders")
  func authors() throws {
    func record(_ call: String, _ author: RecordAuthor, _ sequence: UInt64) -> StoredRecord {
      let record = ClusterRecord(
        of: call, line: "x", digits: 3, entry: .object(of: ["call": .string(call), "by": "me"]), node: "a1", by: author)
      return StoredRecord(key: record.key, body: record.body, sequence: sequence, time: 0)
    }
    let records = [
      record("A", .heir, 1), record("B", .node, 2), record("A", .node, 3), record("B", .heir, 4), record("C", .heir, 5),
      record("C", .heir, 6), StoredRecord(key: "x", body: [1], sequence: 7, time: 0),
    ]
    #expect(RecordSieve.chosen(records).map(\.record.sequence) == [2, 3, 5])
    var sieve = RecordSieve(limit: 2)
    var findings: [RecordSieve.Finding] = []
    for facts in records.compactMap({ CallRecordFacts($0) }) { findings.append(sieve.take(facts)) }
    #expect(findings == [.new, .new, .better, .again, .new, .again])
  }

  @Test("the records of a store go to the stream as its history gives them, and come back at any node")
  func wholeWay() async throws {
    let path = NSTemporaryDirectory() + "records-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = CallStore(folder: path)
    defer { store.close() }
    let team = try GatewayTeam()
    let holder = try team.start("a1", shelf: StoreShelf(store), callStore: store)
    let other = try team.start("a2")
    team.give("agent-9", to: "a1")
    let client = other.open()
    for handle in ["+12025550100", "+12025550101"] {
      let request = try await team.call(
        client, "call.start", #"{"handle": "\#(handle)", "provider": "office", "line": "agent-9", "wait": "performed"}"#
      ).value()
      let call = try #require(request["call"]?.string)
      holder.host.provider("office")?.reportOutgoingCall(with: try #require(UUID(uuidString: call)), connectedAt: nil)
      await team.run(.milliseconds(20))
      _ = try await team.call(client, "call.end", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    }
    store.flush()
    let end = ContinuousClock.now + .seconds(20)
    func count() -> Int { (try? store.history().entries.count) ?? 0 }
    while holder.traffic.shipper?.unshipped != 0 || count() < 2, ContinuousClock.now < end {
      await team.run(.milliseconds(100))
    }
    #expect(holder.traffic.shipper?.unshipped == 0)
    let page = try await team.call(client, "history.list", #"{"filter": {"line": "agent-9"}, "limit": 1}"#).value()
    let entry = try #require(page["calls"]?.array?.first)
    #expect(entry["handle"]?["value"]?.string == "+12025550101")
    #expect(entry["node"]?.string == "a1")
    #expect(entry["by"]?.string == "node")
    #expect(entry["outcome"]?.string == "answered")
    let before = try #require(page["next"]?.integer)
    let next = try await team.call(client, "history.list", #"{"filter": {"line": "agent-9"}, "before": \#(before)}"#).value()
    #expect(next["calls"]?.array?.count == 1)
    #expect(next["next"] == nil)
    let call = try #require(entry["call"]?.string)
    #expect(try await team.call(client, "history.get", #"{"call": "\#(call)"}"#).value()["line"]?.string == "agent-9")
  }
}
