import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// A daemon's node over the engine in memory, under virtual time.
@Suite struct MemberTests {
  private final class News: Sendable {
    let changes = Locked<[[String]?]>([])
    let ends = Locked<[Bool]>([])

    var surroundings: MemberSurroundings {
      var around = MemberSurroundings()
      around.standingsChanged = { [changes] lines in changes.withLock { $0.append(lines) } }
      around.drainEnded = { [ends] isIdle in ends.withLock { $0.append(isIdle) } }
      around.load = { (3, 1) }
      return around
    }
  }

  private func start(
    _ name: NodeName, _ bench: MemoryBench, after predecessors: Set<Incarnation> = []
  ) -> (member: ClusterMember, news: News, wire: MemoryWire) {
    let parts = bench.makeParts()
    var random = SpreadGenerator(state: UInt64(bench.world.random(below: 1 << 40)))
    var settings = MemberSettings(names: bench.names, node: name, engine: NATSSettings(names: bench.names))
    settings.predecessors = predecessors
    settings.profile = NodeProfile(sip: ["sip:192.0.2.11:5060"])
    let incarnation = Incarnation(high: random.next(), low: random.next())
    let member = ClusterMember(settings, store: parts.store, incarnation: incarnation, random: random)
    let news = News()
    member.open(news.surroundings)
    return (member, news, parts.wire)
  }

  private func owned(_ member: ClusterMember) -> Int { member.gate.ownedSlots().count }

  @Test func `the host asks about lines of this node and of others`() throws {
    let bench = try MemoryBench(seed: 1)
    let (first, _, _) = start("a1", bench)
    #expect(first.standings.standing(of: "alice", for: .start) == .cutOff)
    #expect(first.standings.standing(of: "alice", for: .startEmergency) == .mine)
    first.standings.lineIsIdle("alice")
    let (second, _, _) = start("a2", bench)
    try #require(bench.pass(.seconds(120)) { owned(first) + owned(second) == 4_096 && owned(second) > 1_500 })
    let line = try #require((0..<64).map { "line-\($0)" }.first { first.gate.look(at: $0, for: .start) == .mine })
    #expect(second.standings.standing(of: line, for: .incoming) == .elsewhere(node: "a1", address: "sip:192.0.2.11:5060"))
    #expect(second.gate.place(of: line).holder == "a1")
    let load = first.gate.node.watched("a1")?.record.load
    #expect(load?.lines == 3 && load?.calls == 1)
  }

  @Test func `the host hears when the lease ends and begins again`() throws {
    let bench = try MemoryBench(seed: 2)
    let (member, news, wire) = start("a1", bench)
    try #require(bench.pass(.seconds(120)) { owned(member) == 4_096 })
    news.changes.withLock { $0 = [] }
    wire.cut()
    #expect(bench.pass(.seconds(20)) { news.changes.withLock { $0 } == [nil] })
    #expect(member.standings.standing(of: "alice", for: .start) == .cutOff)
    wire.mend()
    #expect(bench.pass(.seconds(20)) { news.changes.withLock { $0.count } == 2 })
  }

  @Test func `a drain ends with the last call of a node that nobody follows`() async throws {
    let bench = try MemoryBench(seed: 3)
    let (member, news, _) = start("a1", bench)
    try #require(bench.pass(.seconds(120)) { owned(member) == 4_096 })
    #expect(member.standings.standing(of: "alice", for: .incoming) == .mine)
    let drain = Task { await member.drain(NodeDrain(limit: 600_000, then: .end)) }
    await Self.settle(bench) { member.gate.look(at: "bob", for: .start) == .draining }
    #expect(member.gate.look(at: "bob", for: .start) == .draining)
    await drain.value
    bench.world.run(.seconds(10))
    #expect(news.ends.withLock { $0 } == [])
    member.standings.lineIsIdle("alice")
    #expect(bench.pass(.seconds(5)) { news.ends.withLock { $0 } == [true] })
  }

  @Test func `a drain whose time is over ends the node, and one that keeps does not`() async throws {
    for then in [NodeDrain.Then.end, .keep] {
      let bench = try MemoryBench(seed: 4)
      let (member, news, _) = start("a1", bench)
      try #require(bench.pass(.seconds(120)) { owned(member) == 4_096 })
      #expect(member.standings.standing(of: "alice", for: .incoming) == .mine)
      let drain = Task { await member.drain(NodeDrain(limit: 5_000, then: then)) }
      await Self.settle(bench) { member.gate.node.isDraining }
      await drain.value
      bench.world.run(.seconds(20))
      #expect(news.ends.withLock { $0 } == (then == .end ? [false] : []))
    }
  }

  @Test func `a node that is dead for certain is released without its process`() async throws {
    let bench = try MemoryBench(seed: 5)
    let (first, _, wire) = start("a1", bench)
    let (second, _, _) = start("a2", bench)
    try #require(bench.pass(.seconds(120)) { owned(first) + owned(second) == 4_096 && owned(second) > 1_500 })
    wire.cut()
    let lives: Set<Incarnation> = [first.gate.node.incarnation]
    let rows: [(DeadRelease.Outcome, Set<Incarnation>)] = [(.anotherProcess, []), (.released, lives), (.nothingToDo, lives)]
    for (outcome, lives) in rows {
      let parts = bench.makeParts()
      let result = Locked<Result<DeadRelease.Outcome, ClusterStoreError>?>(nil)
      let release = Task {
        let found = await DeadRelease.run("a1", lives: lives, store: parts.store, within: .seconds(5))
        result.withLock { $0 = found }
      }
      await Self.settle(bench, until: { result.withLock { $0 != nil } })
      await release.value
      #expect(result.withLock { try? $0?.get() } == outcome)
    }
    #expect(bench.pass(.seconds(2)) { owned(second) == 4_096 })
    #expect(second.gate.node.watched("a1")?.record.isDead == true)
    #expect(second.standing.takeovers > 1_500)
  }

  @Test(arguments: [true, false])
  func `a restart in place is served at once, and another machine with the same name is not believed`(isSameMachine: Bool) throws {
    let bench = try MemoryBench(seed: 6)
    let (first, _, wire) = start("a1", bench)
    try #require(bench.pass(.seconds(120)) { owned(first) == 4_096 })
    wire.cut()
    let begin = bench.world.now
    let lives: Set<Incarnation> = isSameMachine ? [first.gate.node.incarnation] : [Incarnation(high: 9, low: 9)]
    let (again, _, _) = start("a1", bench, after: lives)
    #expect(bench.pass(.seconds(60)) { owned(again) == 4_096 })
    let time = begin.duration(to: bench.world.now)
    #expect(isSameMachine ? time < .seconds(6) : time > .seconds(12), "\(time)")
  }

  @Test func `the lives of a node are kept for its next process`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-lives-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var lives = NodeLives(in: folder)
    #expect(lives.all == [])
    for number in 1...20 {
      let isKept = lives.begin(Incarnation(high: 0, low: UInt64(number)))
      #expect(isKept)
    }
    #expect(NodeLives(in: folder).all == Set((5...20).map { Incarnation(high: 0, low: $0) }))
  }

  /// Lets virtual time pass while tasks of the test run.
  private static func settle(_ bench: MemoryBench, until condition: () -> Bool) async {
    for _ in 0..<10_000 where !condition() {
      bench.world.run(.milliseconds(10))
      await Task.yield()
    }
  }
}
