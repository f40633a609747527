import ClusterControl
import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// Three shells in one process over real servers.
@Suite(.serialized, .enabled(if: NATSServer.program != nil, NATSServer.absence), .timeLimit(.minutes(5)))
struct NATSShellTests {
  private let lines = (0..<32).map { "line-\($0)" }

  /// The times for one server: a test waits for a lease several times.
  private var settings: ClusterSettings {
    var settings = ClusterSettings()
    settings.beat = 1_000
    settings.lease = 5_000
    settings.margin = 1_000
    return settings
  }

  private func start(_ name: NodeName, _ bench: NATSBench, isRestart: Bool = false) throws -> TeamNode {
    let store = try bench.makeStore()
    let node = TeamNode(
      name, names: bench.names, store: store, settings: settings, predecessorIsDead: isRestart, seed: UInt64.random(in: 0...UInt64.max))
    bench.on(store) { node.shell.open() }
    return node
  }

  /// The lines to which each node may add a call, node after node.
  private func able(_ nodes: [TeamNode], _ bench: NATSBench) -> [Set<String>] {
    nodes.map { node in
      let able = Locked<Set<String>>([])
      let lines = lines
      bench.on(node.store) {
        let mine = lines.filter { node.shell.standing(of: $0, for: .start).allows }
        able.withLock { $0 = Set(mine) }
      }
      return able.withLock { $0 }
    }
  }

  /// Waits until a condition holds, and checks at each look that no line has two nodes.
  ///
  /// Nodes are asked one after another: a line has two where one node may add calls before and after another may.
  private func wait(_ limit: Duration, _ nodes: [TeamNode], _ bench: NATSBench, until condition: () -> Bool) -> Bool {
    Patience.wait(limit) {
      let (before, between, after) = (able(nodes, bench), able(nodes, bench), able(nodes, bench))
      for one in nodes.indices {
        for other in nodes.indices where other != one {
          let both = before[one].intersection(after[one]).intersection(between[other])
          if !both.isEmpty { Issue.record("\(nodes[one].name) and \(nodes[other].name) both have \(both.sorted())") }
        }
      }
      return condition()
    }
  }

  private func isShared(_ nodes: [TeamNode]) -> Bool {
    let all = nodes.map(\.slots)
    return all.reduce(0) { $0 + $1.count } == 4_096 && all.reduce(Set()) { $0.union($1) }.count == 4_096
  }

  @Test func `three nodes share all slots, and heirs take those of one that is killed`() throws {
    let server = try NATSServer()
    try server.start()
    let bench = try NATSBench([server.address])
    var nodes = try ["a1", "a2", "a3"].map { try start(NodeName($0), bench) }
    try #require(wait(.seconds(60), nodes, bench) { isShared(nodes) && nodes.allSatisfy { $0.slots.count > 1_000 } })
    // It says no word: only its beat is missing.
    let victim = nodes.removeFirst()
    bench.on(victim.store) { victim.shell.close() }
    let killed = ContinuousClock.now
    #expect(wait(.seconds(20), nodes, bench) { isShared(nodes) })
    let taken = ContinuousClock.now - killed
    print("slots of a killed node taken after \(taken), with a lease of 5 s and a margin of 1 s")
    #expect(taken < .seconds(15))
    let again = try start("a1", bench)
    nodes.append(again)
    #expect(wait(.seconds(60), nodes, bench) { isShared(nodes) && again.slots.count > 1_000 })
    for node in nodes {
      #expect(node.problems == [])
      bench.on(node.store) { node.shell.close() }
    }
  }

  @Test func `a node in order leaves without a gap, and a line with a call stays with it`() throws {
    let server = try NATSServer()
    try server.start()
    let bench = try NATSBench([server.address])
    let first = try start("a1", bench)
    try #require(wait(.seconds(60), [first], bench) { isShared([first]) })
    let lines = lines
    bench.on(first.store) { for line in lines { first.shell.handle(.lineBusy(line)) } }
    let second = try start("a2", bench)
    try #require(wait(.seconds(60), [first, second], bench) { second.slots.count > 1_500 && isShared([first, second]) })
    // A line with a call may get another call, at the node that has it.
    #expect(able([first], bench)[0] == Set(lines))
    bench.on(first.store) { first.shell.handle(.drain(NodeDrain(limit: 600_000, then: .keep))) }
    #expect(wait(.seconds(60), [first, second], bench) { first.slots.isEmpty && isShared([second]) })
    bench.on(first.store) { for line in lines { first.shell.handle(.lineIdle(line)) } }
    #expect(wait(.seconds(60), [first, second], bench) { first.had(.drained) })
    bench.on(first.store) { first.shell.handle(.leave) }
    #expect(wait(.seconds(10), [first, second], bench) { first.had(.left) })
    #expect(able([second], bench)[0] == Set(lines))
    for node in [first, second] { bench.on(node.store) { node.shell.close() } }
  }
}
