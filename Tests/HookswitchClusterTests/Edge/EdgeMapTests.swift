import ClusterControl
import HookswitchCluster
import Testing

/// The tables that follow from the map.
struct EdgeMapTests {
  private let a1 = NodeLife("a1", Incarnation(high: 1, low: 1))
  private let a2 = NodeLife("a2", Incarnation(high: 2, low: 1))

  private func record(_ life: NodeLife, _ state: NodeRecord.State = .active, dead: Bool = false, sip: [String]) -> ClusterEvent {
    let record = NodeRecord(incarnation: life.incarnation, beat: 1, state: state, isDead: dead, profile: NodeProfile(sip: sip))
    return .nodeChanged(life.node, record, revision: 1)
  }

  private func map(_ events: [ClusterEvent]) -> EdgeMap {
    var map = EdgeMap()
    _ = map.take(.layoutChanged(ClusterLayout(digits: 3, era: Incarnation(high: 9, low: 9)), revision: 1))
    for event in events { _ = map.take(event) }
    return map
  }

  private func slot(_ text: String, _ owner: NodeLife?, lent: [(line: String, borrower: NodeLife)] = []) throws -> ClusterEvent {
    let slot = try #require(Slot(text))
    return .slotChanged(slot, SlotRecord(owner: owner, fence: 1, lent: LentLines(lent)), revision: 1)
  }

  @Test func `are nothing before the cluster has a layout`() {
    #expect(EdgeMap().tables == nil)
  }

  @Test func `have the owner's address for each slot, and the borrower's for each lent line`() throws {
    let map = map([
      record(a1, sip: ["sip:192.0.2.11:5070", "sip:192.0.2.11:5071"]), record(a2, .draining, sip: ["sip:192.0.2.12;transport=tcp"]),
      try slot("2bd", a1, lent: [("alice", a2)]), try slot("81b", a2), try slot("4c2", nil),
    ])
    let tables = try #require(map.tables)
    #expect(tables.entries[.slot] == ["digits": "3", "2bd": "192.0.2.11:5070", "81b": "192.0.2.12:5060;transport=tcp"])
    #expect(tables.entries[.line] == ["alice": "192.0.2.12:5060;transport=tcp"])
    #expect(tables.entries[.dead] == [:])
    let first = "192.0.2.11:5070"
    let second = "192.0.2.12:5060;transport=tcp"
    #expect(
      tables.entries[.node]
        == ["192.0.2.11:5070": first, "192.0.2.11:5071": first, "192.0.2.11": first, "192.0.2.12:5060": second, "192.0.2.12": second])
    #expect(tables.pinged == ["sip:192.0.2.11:5070", "sip:192.0.2.11:5071", "sip:192.0.2.12:5060;transport=tcp"])
  }

  @Test func `have no address for an owner that is gone or has another life`() throws {
    let earlier = NodeLife("a2", Incarnation(high: 1, low: 0))
    let map = map([
      record(a1, .gone, sip: ["sip:192.0.2.11"]), record(a2, sip: ["sip:192.0.2.12"]), try slot("2bd", a1),
      try slot("81b", earlier, lent: [("bob", a1)]),
    ])
    let tables = try #require(map.tables)
    #expect(tables.entries[.slot] == ["digits": "3"])
    #expect(tables.entries[.line] == nil)
    #expect(tables.doubted.map(\.place) == ["192.0.2.11:5060"])
  }

  @Test func `tell of a process that has ended once, and never of a place where another node lives`() {
    var map = map([record(a1, .gone, dead: true, sip: ["sip:192.0.2.11"])])
    let (first, second) = (map.takeDead(), map.takeDead())
    #expect(first.map(\.place) == ["192.0.2.11:5060"])
    #expect(second == [])
    #expect(map.tables?.entries[.dead] == ["192.0.2.11:5060": "1"])
    var reused = self.map([record(a1, .gone, dead: true, sip: ["sip:192.0.2.11"]), record(a2, sip: ["sip:192.0.2.11"])])
    let third = reused.takeDead()
    #expect(third == [])
    #expect(reused.tables?.entries[.dead] == [:])
  }

  @Test func `do not change with a beat`() {
    var map = map([record(a1, sip: ["sip:192.0.2.11"])])
    let changes = [map.take(record(a1, sip: ["sip:192.0.2.11"])), map.take(record(a1, .draining, sip: ["sip:192.0.2.11"]))]
    #expect(changes == [false, true])
  }

  @Test(arguments: [
    "sips:192.0.2.11", "192.0.2.11", "sip:a1@192.0.2.11", "sip:192.0.2.11:0", "sip:192.0.2.11:70000", "sip:", "sip:192.0.2.11;lr",
    "sip:192.0.2.11;transport=sctp", "sip:a b", "sip:$ru", "sip:2001:db8::1",
  ])
  func `leave out an address that Kamailio must not get`(_ uri: String) {
    #expect(EdgeAddress(uri) == nil)
    #expect(map([record(a1, sip: [uri])]).unusable.map(\.address) == [uri])
  }

  @Test func `take an address of version 6`() {
    #expect(EdgeAddress("sip:[2001:db8::1]:5062")?.place == "[2001:db8::1]:5062")
    #expect(EdgeAddress("sip:[2001:db8::1]")?.destination == "[2001:db8::1]:5060")
    #expect(EdgeAddress("sip:n1.example.org;transport=TLS")?.uri == "sip:n1.example.org:5061;transport=tls")
  }
}
