import CallControl
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// The store over the engine in memory, without and with faults.
@Suite struct MemoryStoreTests {
  @Test(arguments: StoreBehaviour.all) func `keeps each promise`(_ behaviour: StoreBehaviour) throws {
    try behaviour.check(MemoryBench())
  }

  /// A tenth of all messages is lost, and a tenth comes twice; the outcome of each write is known and true.
  @Test(arguments: 1...20) func `knows each outcome where messages are lost and repeated`(seed: UInt64) throws {
    let bench = try MemoryBench(seed: seed)
    let (one, two) = (try StoreHands(bench), try StoreHands(bench))
    bench.engine.set { faults in
      faults.lostQuestions = 100
      faults.lostAnswers = 100
      faults.repeated = 100
    }
    var revision: UInt64 = 0
    for round in 0..<30 {
      let outcomes = Locked<[String: BucketWriteOutcome]>([:])
      for (name, hands) in [("one", one), ("two", two)] {
        let write = BucketWrite(
          bucket: .slots, key: "a3f", value: Array("\(name)-\(round)".utf8), condition: .revision(revision), id: "\(name)-\(round)")
        hands.store.write(write, within: .seconds(30)) { outcome in outcomes.withLock { $0[name] = outcome } }
      }
      try #require(bench.wait(.seconds(60)) { outcomes.withLock { $0.count } == 2 })
      let won = outcomes.withLock { $0 }.compactMap { name, outcome in
        if case .stored(let revision) = outcome { (name, revision) } else { nil }
      }
      try #require(won.count == 1, "round \(round): \(outcomes.withLock { $0 })")
      revision = won[0].1
      let last = try #require(bench.engine.snapshot.last(bench.names.subject(.slots, "a3f")))
      #expect(last == "\(won[0].0)-\(round)")
    }
  }

  @Test func `waits for a leader, and then has an outcome`() throws {
    let bench = try MemoryBench()
    let hands = try StoreHands(bench)
    bench.engine.set { $0.isLeaderless = true }
    bench.world.after(.seconds(6)) { bench.engine.set { $0.isLeaderless = false } }
    let begin = bench.world.now
    #expect(try hands.write("a3f", "x", .revision(0), id: "1") == .stored(revision: 1))
    let gap = begin.duration(to: bench.world.now)
    #expect(gap >= .seconds(6) && gap < .milliseconds(6_200))
  }

  @Test func `says that an outcome is unknown when the engine stays away`() throws {
    let bench = try MemoryBench()
    let parts = bench.makeParts()
    let outcomes = Locked<[BucketWriteOutcome]>([])
    parts.store.open(watching: []) { _ in }
    bench.world.run(.seconds(1))
    bench.engine.set { $0.lostAnswers = 1_000 }
    let write = BucketWrite(bucket: .slots, key: "a3f", value: [1], condition: .revision(0), id: "1")
    parts.store.write(write, within: .seconds(3)) { outcome in outcomes.withLock { $0.append(outcome) } }
    bench.world.run(.seconds(5))
    #expect(outcomes.withLock { $0 } == [.failed(.unanswered(subject: "$KV.hsw_acme_slots.a3f"))])
    // It was stored: the same again, under the same id, finds that out.
    bench.engine.set { $0.lostAnswers = 0 }
    parts.store.write(write, within: .seconds(3)) { outcome in outcomes.withLock { $0.append(outcome) } }
    bench.world.run(.seconds(5))
    #expect(outcomes.withLock { $0.last } == .stored(revision: 1))
  }

  @Test func `never tried is told apart from unanswered`() throws {
    let bench = try MemoryBench()
    let parts = bench.makeParts()
    parts.wire.cut()
    let outcomes = Locked<[BucketWriteOutcome]>([])
    parts.store.open(watching: []) { _ in }
    let write = BucketWrite(bucket: .slots, key: "a3f", value: [1], condition: .revision(0), id: "1")
    parts.store.write(write, within: .seconds(3)) { outcome in outcomes.withLock { $0.append(outcome) } }
    bench.world.run(.seconds(5))
    guard case .failed(.disconnected) = outcomes.withLock({ $0.first }) else {
      Issue.record("\(outcomes.withLock { $0 })")
      return
    }
  }

  @Test func `reads the bucket again after each connection, and listens again`() throws {
    let bench = try MemoryBench()
    let writer = try StoreHands(bench)
    let parts = bench.makeParts()
    let (events, heard) = (Locked<[ClusterStoreEvent]>([]), Locked(0))
    parts.store.open(watching: [.slots]) { event in events.withLock { $0.append(event) } }
    _ = parts.store.listen(to: "hsw.acme.v1.node.a1") { _ in heard.withLock { $0 += 1 } }
    bench.world.run(.seconds(1))
    parts.wire.cut()
    _ = try writer.stored("a3f", "meanwhile", .revision(0), id: "1")
    parts.wire.mend()
    bench.world.run(.seconds(10))
    #expect(events.withLock { $0.count(where: \.isSnapshot) } == 2)
    #expect(events.withLock { $0.image } == ["a3f": "meanwhile"])
    writer.store.publish(ClusterMessage(subject: "hsw.acme.v1.node.a1"))
    bench.world.run(.seconds(1))
    #expect(heard.withLock { $0 } == 1)
  }

  @Test func `reads the bucket again when the engine went back, without a lost connection`() throws {
    let bench = try MemoryBench()
    let writer = try StoreHands(bench)
    let first = try writer.stored("a3f", "1", .revision(0), id: "1")
    let old = bench.engine.snapshot
    let second = try writer.stored("a3f", "2", .revision(first), id: "2")
    _ = try writer.stored("b00", "2", .revision(0), id: "3")
    #expect(second == 2)
    bench.engine.goBack(to: old)
    _ = try writer.stored("c00", "3", .revision(0), id: "4")
    #expect(writer.hears { $0.image == ["a3f": "1", "c00": "3"] })
  }

  /// A thousand stores that lost one engine do not all come back in one moment.
  @Test func `spreads the attempts to connect`() throws {
    let bench = try MemoryBench()
    let stores = (0..<200).map { _ in bench.makeParts().store }
    let connected = Locked<[Int64]>([])
    for store in stores {
      store.open(watching: []) { event in
        if event == .connected { connected.withLock { $0.append(bench.world.now.nanoseconds / 100_000_000) } }
      }
    }
    bench.world.run(.seconds(2))
    #expect(connected.withLock { $0.count } == 200)
    connected.withLock { $0 = [] }
    bench.engine.stop()
    bench.world.run(.seconds(30))
    bench.engine.start()
    bench.world.run(.seconds(6))
    let times = connected.withLock { $0 }
    #expect(times.count == 200)
    // In each tenth of a second, of the five seconds between two attempts.
    let most = Dictionary(grouping: times) { $0 }.values.map(\.count).max() ?? 0
    #expect(most <= 30, "\(most) stores connected within 0.1 s")
  }

  @Test func `takes no more than its limit at once, and says so`() throws {
    let bench = try MemoryBench()
    let parts = bench.makeParts()
    parts.store.open(watching: []) { _ in }
    bench.world.run(.seconds(1))
    bench.engine.set { $0.isLeaderless = true }
    let full = Locked(0)
    for number in 0..<16_400 {
      let write = BucketWrite(bucket: .slots, key: "a3f", value: [1], condition: .revision(0), id: "\(number)")
      parts.store.write(write, within: .seconds(1)) { outcome in
        if outcome == .failed(.full(limit: 16_384)) { full.withLock { $0 += 1 } }
      }
    }
    bench.world.run(.seconds(3))
    #expect(full.withLock { $0 } == 16)
  }
}
