import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import HookswitchCore
import Locking
import StoreTrials
import StrictJSON
import Testing

/// A node with its lines' settings over the engine in memory, whose orders are recorded.
final class LineNode: Sendable {
  struct Seen: Sendable {
    var orders: [AccountOrder] = []
    var problems: [String: String] = [:]
    var policies: [String: JSONValue] = [:]
  }

  let host = CallHost(clock: VirtualClock())
  let member: ClusterMember
  let lines: ClusterLines
  let wire: MemoryWire
  let seen = Locked(Seen())

  init(_ name: NodeName, _ bench: MemoryBench) {
    let parts = bench.makeParts()
    var random = SpreadGenerator(state: UInt64(bench.world.random(below: 1 << 40)))
    let settings = MemberSettings(names: bench.names, node: name, engine: NATSSettings(names: bench.names))
    let incarnation = Incarnation(high: random.next(), low: random.next())
    let member = ClusterMember(settings, store: parts.store, incarnation: incarnation, random: random)
    (self.member, wire) = (member, parts.wire)
    let (seen, host) = (seen, host)
    let hands = LineHands(
      read: { line, value throws(LineFault) in
        guard value["bad"] == nil else { throw LineFault("$.bad: is bad") }
        var settings = LineSettings()
        settings.accounts = (value["accounts"]?.strings ?? []).map { LineAccount(id: "\(line)/\($0)", kind: "sip", content: "") }
        if case .bool(let isOn)? = value["doNotDisturb"] { settings.doNotDisturb = isOn }
        settings.policy = value["policy"]
        return settings
      },
      carryOut: { orders in seen.withLock { $0.orders += orders } },
      setDoNotDisturb: { host.setDoNotDisturb($0, on: LineID(rawValue: $1)) },
      setPolicy: { policy, line in seen.withLock { $0.policies[line] = policy } },
      tell: { problem, line in seen.withLock { $0.problems[line] = problem } })
    let lines = ClusterLines(parts.store, gate: member.gate, host: host, hands: hands)
    self.lines = lines
    var around = MemberSurroundings()
    around.news = { lines.take($0) }
    member.open(around)
  }

  var owned: Int { member.gate.ownedSlots().count }
  var orders: [AccountOrder] { seen.withLock { $0.orders } }
  func owns(_ line: String) -> Bool { member.gate.look(at: line, for: .start) == .mine }
  func doNotDisturb(_ line: String) -> Bool { host.snapshot(of: LineID(rawValue: line)).doNotDisturb }

  /// Changes the settings of a line, and returns the outcome.
  func change(_ line: String, to json: String?, _ bench: MemoryBench) throws -> Result<UInt64, LineChangeFault> {
    let value = try json.map { try JSONReader.read(Array($0.utf8)) }
    let result = Locked<Result<UInt64, LineChangeFault>?>(nil)
    lines.change(line, to: value) { outcome in result.withLock { $0 = outcome } }
    _ = bench.pass(.seconds(10)) { result.withLock { $0 != nil } }
    return try #require(result.withLock { $0 })
  }
}

/// Two nodes that share all slots.
struct LinePair {
  let bench: MemoryBench
  let first: LineNode
  let second: LineNode
  /// A line that the first one owns.
  let line: String

  init(seed: UInt64) throws {
    bench = try MemoryBench(seed: seed)
    let (first, second) = (LineNode("a1", bench), LineNode("a2", bench))
    (self.first, self.second) = (first, second)
    try #require(bench.pass(.seconds(120)) { first.owned + second.owned == 4_096 && second.owned > 1_500 })
    line = try #require((0..<64).map { "line-\($0)" }.first { first.owns($0) })
  }

  /// Lets virtual time pass until a condition holds, with the hosts' threads.
  func run(_ limit: Duration = .seconds(10), until condition: () -> Bool) async -> Bool {
    let end = bench.world.now.advanced(by: limit)
    while true {
      for node in [first, second] { await node.host.settle() }
      if condition() { return true }
      guard bench.world.now < end else { return false }
      bench.world.run(.milliseconds(20))
    }
  }

  /// The value of the line's key.
  var value: JSONValue? {
    let subject = bench.names.subject(.lines, ClusterRecord.key(of: line, digits: 3))
    return bench.engine.snapshot.last(subject).flatMap { try? JSONReader.read(Array($0.utf8)) }
  }
}
