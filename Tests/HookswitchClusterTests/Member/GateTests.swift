import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// The calls of some lines on some nodes, as telephones would see them.
private final class CallTable: Sendable {
  private struct State: Sendable {
    var calls: [String: [String: Int]] = [:]
    var faults: [String] = []
    var added = 0
    var refused: [ClusterStanding: Int] = [:]
  }

  private let state = Locked(State())

  /// Enters a call; two nodes with calls on one line are a fault.
  func add(_ line: String, _ node: String) {
    state.withLock { state in
      state.calls[line, default: [:]][node, default: 0] += 1
      state.added += 1
      let nodes = state.calls[line]?.filter { $0.value > 0 }.keys.sorted() ?? []
      if nodes.count > 1 { state.faults.append("\(line): \(nodes)") }
    }
  }

  /// Removes a call; true when the node has none on the line any more.
  func remove(_ line: String, _ node: String) {
    state.withLock { $0.calls[line, default: [:]][node, default: 1] -= 1 }
  }

  func refuse(_ standing: ClusterStanding) { state.withLock { $0.refused[standing, default: 0] += 1 } }

  var faults: [String] { state.withLock { $0.faults } }
  var added: Int { state.withLock { $0.added } }
  var refused: [ClusterStanding: Int] { state.withLock { $0.refused } }
}

/// The gate of a node, asked by many threads while its slots move.
@Suite struct GateTests {
  private func member(_ name: NodeName, _ bench: MemoryBench) -> ClusterMember {
    let parts = bench.makeParts()
    var random = SpreadGenerator(state: UInt64(bench.world.random(below: 1 << 40)))
    let settings = MemberSettings(names: bench.names, node: name, engine: NATSSettings(names: bench.names))
    let incarnation = Incarnation(high: random.next(), low: random.next())
    let member = ClusterMember(settings, store: parts.store, incarnation: incarnation, random: random)
    member.open(MemberSurroundings())
    return member
  }

  private func owned(_ member: ClusterMember) -> Int { member.gate.ownedSlots().count }

  @Test func `a hand-over never overlaps an addition that the gate allowed`() async throws {
    let bench = try MemoryBench(seed: 7)
    let members = ["a1", "a2"].map { member(NodeName($0), bench) }
    try #require(
      bench.pass(.seconds(120)) { members.reduce(0) { $0 + owned($1) } == 4_096 && members.allSatisfy { owned($0) > 1_500 } })
    let table = CallTable()
    let isOver = Locked(false)
    let lines = (0..<48).map { "line-\($0)" }
    // Each thread has lines of its own: the host, too, asks about one line on one thread at a time.
    let callers = (0..<3).map { share in
      let own = lines.indices.filter { $0 % 3 == share }.map { lines[$0] }
      return Task.detached { Self.call(own, members, table, in: bench.world, until: { isOver.withLock { $0 } }) }
    }
    // Virtual time may not run out before the threads have begun.
    try #require(Patience.wait(.seconds(20)) { table.added > 3 })
    for round in 0..<6 {
      let emptied = members[round % 2]
      emptied.handle(.drain(NodeDrain(limit: 3_600_000, then: .keep)))
      bench.world.run(.seconds(4))
      #expect(owned(emptied) == 0)
      emptied.handle(.undrain)
      bench.world.run(.seconds(4))
      #expect(owned(emptied) > 1_500)
    }
    isOver.withLock { $0 = true }
    for caller in callers { await caller.value }
    #expect(table.faults == [])
    #expect(table.added > 100)
    #expect(table.refused.keys.contains { if case .elsewhere = $0 { true } else { false } }, "\(table.refused)")
    for member in members { member.close() }
  }

  /// Adds calls to lines on nodes that allow it; each call lasts for a moment of virtual time.
  private static func call(
    _ lines: [String], _ members: [ClusterMember], _ table: CallTable, in world: VirtualWorld, until isOver: () -> Bool
  ) {
    var random = SpreadGenerator(state: UInt64(lines.count))
    let sources = members.map { $0.standings }
    while !isOver() {
      let line = lines[Int(random.next() % UInt64(lines.count))]
      let place = Int(random.next() % UInt64(members.count))
      let node = members[place].settings.node.text
      let standing = members[place].gate.standing(of: line, for: random.next() % 2 == 0 ? .start : .incoming)
      guard standing.allows else {
        table.refuse(standing)
        continue
      }
      table.add(line, node)
      let begin = world.now
      _ = Patience.wait(.milliseconds(100)) { world.now > begin || isOver() }
      table.remove(line, node)
      sources[place].lineIsIdle(line)
    }
  }

  @Test func `questions are answered while a placement of 100 nodes is computed`() throws {
    let now = Locked(ClusterTime(milliseconds: 1_000))
    let me = Incarnation(high: 1, low: 1)
    let gate = ClusterGate(ClusterNode(name: "a000", incarnation: me), clock: { now.withLock { $0 } })
    var map = ClusterMap()
    let names = (1..<100).map { NodeName("a\(String(1_000 + $0).dropFirst())") }
    for (index, name) in names.enumerated() {
      let record = NodeRecord(incarnation: Incarnation(high: 2, low: UInt64(index)), beat: 1, state: .active, profile: NodeProfile())
      map.nodes[name] = Revised(record, revision: UInt64(index + 1))
    }
    for index in 0..<4_096 {
      guard let slot = Slot(index: index, digits: 3) else { continue }
      let owner = NodeLife(names[index % 99], Incarnation(high: 2, low: UInt64(index % 99)))
      map.slots[slot] = Revised(SlotRecord(owner: owner, fence: 1), revision: UInt64(index + 1))
    }
    let isOver = Locked(false)
    let answers = Locked(0)
    let slowest = Locked(Duration.zero)
    let thread = Thread {
      while !isOver.withLock({ $0 }) {
        let begin = ContinuousClock.now
        _ = gate.standing(of: "alice", for: .start)
        let time = ContinuousClock.now - begin
        slowest.withLock { $0 = max($0, time) }
        answers.withLock { $0 += 1 }
      }
    }
    var longest = Duration.zero
    var during = 0
    func handle(_ event: ClusterEvent) {
      let (begin, before) = (ContinuousClock.now, answers.withLock { $0 })
      _ = gate.handle(event, at: now.withLock { $0 })
      let time = ContinuousClock.now - begin
      if time > longest { (longest, during) = (time, answers.withLock { $0 } - before) }
    }
    thread.start()
    handle(.connected)
    handle(.mapRead(1, map, fresh: Incarnation(high: 3, low: 3)))
    now.withLock { $0 = $0 + 4_000 }
    handle(.tick)
    isOver.withLock { $0 = true }
    print("the longest event took \(longest), with \(during) answers meanwhile; the slowest answer took \(slowest.withLock { $0 })")
    #expect(during >= 10)
  }
}

extension NATSSettings {
  /// Settings for a test that connects to nothing.
  init(names: ClusterNames) {
    guard let settings = try? NATSSettings(servers: ["nats://127.0.0.1:4222"], name: names.cluster) else {
      preconditionFailure("the address is right")
    }
    self = settings
  }
}

extension MemoryBench {
  /// Lets virtual time pass until a condition holds, which is looked at each 100 ms; false when it does not within `limit`.
  func pass(_ limit: Duration, until condition: () -> Bool) -> Bool {
    let end = world.now.advanced(by: limit)
    while !condition() {
      guard world.now < end else { return false }
      world.run(.milliseconds(100))
    }
    return true
  }
}
