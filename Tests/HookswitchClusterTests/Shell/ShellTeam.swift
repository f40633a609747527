import CallControl
import ClusterControl
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// A node at work, with what a test needs to see and to break.
final class TeamNode: Sendable {
  let name: NodeName
  let shell: ClusterShell
  let store: any ClusterStore
  /// Nil for a node over real servers.
  let wire: MemoryWire?
  let lane: VirtualLane?
  let events: Locked<[ClusterShellEvent]>

  init(
    _ name: NodeName, names: ClusterNames, store: any ClusterStore, wire: MemoryWire? = nil, lane: VirtualLane? = nil,
    settings: ClusterSettings, predecessorIsDead: Bool = false, seed: UInt64
  ) {
    self.name = name
    self.store = store
    self.wire = wire
    self.lane = lane
    let events = Locked<[ClusterShellEvent]>([])
    self.events = events
    var random = SpreadGenerator(state: seed)
    let node = ClusterNode(
      name: name, incarnation: Incarnation(high: random.next(), low: random.next()), settings: settings,
      predecessorIsDead: predecessorIsDead)
    shell = ClusterShell(node, names: names, store: store, random: random) { event in events.withLock { $0.append(event) } }
  }

  /// The slots that the node has by its own effects.
  var slots: Set<Int> {
    events.withLock { events in
      var slots: Set<Int> = []
      for event in events {
        switch event {
        case .effect(.gained(let slot, _)): slots.insert(slot.index)
        case .effect(.lost(let slot)): slots.remove(slot.index)
        default: continue
        }
      }
      return slots
    }
  }

  /// True when an effect came.
  func had(_ effect: ClusterEffect) -> Bool { events.withLock { $0.contains(.effect(effect)) } }

  /// The problems so far.
  var problems: [ClusterStoreError] {
    events.withLock { $0.compactMap { if case .problem(let error) = $0 { error } else { nil } } }
  }
}

/// Nodes in memory, under virtual time, that are looked at each 200 ms: no line ever has two nodes that may add a call to it.
final class ShellTeam: Sendable {
  let bench: MemoryBench
  let settings: ClusterSettings
  let lines = (0..<12).map { "line-\($0)" }
  let nodes = Locked<[TeamNode]>([])

  init(seed: UInt64 = 1, change: (inout ClusterSettings) -> Void = { _ in }) throws {
    bench = try MemoryBench(seed: seed)
    var settings = ClusterSettings()
    change(&settings)
    self.settings = settings
  }

  /// Starts a node.
  @discardableResult
  func start(_ name: NodeName, predecessorIsDead: Bool = false) -> TeamNode {
    let parts = bench.makeParts()
    let node = TeamNode(
      name, names: bench.names, store: parts.store, wire: parts.wire, lane: parts.lane, settings: settings,
      predecessorIsDead: predecessorIsDead, seed: UInt64(bench.world.random(below: 1 << 40)))
    node.shell.open()
    nodes.withLock { $0.append(node) }
    return node
  }

  /// Ends the process of a node.
  func kill(_ node: TeamNode) {
    node.lane?.kill()
    node.wire?.cut()
    nodes.withLock { $0.removeAll { $0 === node } }
  }

  /// Lets time pass until a condition holds, and checks the promise at each look.
  ///
  /// - Parameter asleep: nodes that stand still: they do not act, and are not asked.
  @discardableResult
  func run(_ limit: Duration, asleep: [TeamNode] = [], until condition: () -> Bool = { false }) -> Bool {
    let end = bench.world.now.advanced(by: limit)
    while !condition() {
      guard bench.world.now < end else { return false }
      bench.world.run(.milliseconds(200))
      check(nodes.withLock { $0 }.filter { node in !asleep.contains { $0 === node } })
    }
    return true
  }

  private func check(_ nodes: [TeamNode]) {
    for line in lines {
      let able = nodes.filter { $0.shell.standing(of: line, for: .start).allows }
      if able.count > 1 {
        Issue.record("\(line): \(able.map { "\($0.name) \($0.shell.standing(of: line, for: .start))" }) at \(bench.world.now)")
      }
    }
  }

  /// True when each slot has an owner among these nodes, and none has two.
  func isShared(_ nodes: [TeamNode]) -> Bool {
    let all = nodes.map(\.slots)
    let count = Slot.count(digits: settings.digits)
    return all.reduce(0) { $0 + $1.count } == count && all.reduce(Set()) { $0.union($1) }.count == count
  }

  /// The seconds since an instant.
  func seconds(since begin: Double) -> Double { time - begin }
  /// The time in seconds.
  var time: Double { Double(bench.world.now.nanoseconds) / 1e9 }
}
