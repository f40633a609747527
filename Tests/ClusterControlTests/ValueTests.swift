import ClusterControl
import Testing

@Suite("Values of a cluster")
struct ValueTests {
  static let life = NodeLife("a1", Incarnation(high: 1, low: 1))
  static let other = NodeLife("a2", Incarnation(high: 2, low: 2))
  static func at(_ milliseconds: Int64) -> ClusterTime { ClusterTime(milliseconds: milliseconds) }

  static func placement(_ count: Int) -> Placement {
    var placement = Placement(digits: 3)
    placement.include((0..<count).map { Placement.Member(NodeName("a\($0)"), weight: 100) })
    return placement
  }

  @Test(
    "The logarithm is right to the last digits",
    arguments: [(0.5, -0.6931471805599453), (1e-15, -34.538776394910684), (0.999, -0.0010005003335835344)])
  func logarithm(value: Double, result: Double) {
    #expect(abs(Logarithm.natural(value) - result) <= abs(result) * 4e-16)
  }

  @Test("A placement gives each node its room at most, and each slot a node")
  func room() {
    let placement = Self.placement(10)
    let wish = placement.wish(active: (0..<10).map { NodeName("a\($0)") }, room: 1_050)
    var counts = Array(repeating: 0, count: 10)
    for place in wish { counts[place] += 1 }
    #expect(counts.allSatisfy { $0 <= 431 } && counts.reduce(0, +) == 4_096)
  }

  @Test("A node's end moves its slots and few others")
  func stability() {
    let placement = Self.placement(20)
    let names = (0..<20).map { NodeName("a\($0)") }
    let before = placement.wish(active: names, room: 1_050)
    let after = placement.wish(active: names.filter { $0 != "a7" }, room: 1_050)
    let moved = zip(before, after).count { placement.members[$0].name != "a7" && $0 != $1 }
    #expect(moved < 4_096 / 20)
    #expect(!after.contains { placement.members[$0].name == "a7" })
  }

  @Test("A placement does not depend on the order in which nodes appeared")
  func order() {
    let names = (0..<5).map { NodeName("a\($0)") }
    var backwards = Placement(digits: 2)
    for name in names.reversed() { backwards.include([Placement.Member(name, weight: 100)]) }
    var forwards = Placement(digits: 2)
    forwards.include(names.map { Placement.Member($0, weight: 100) })
    let left = forwards.wish(active: names, room: 1_050).map { forwards.members[$0].name }
    let right = backwards.wish(active: names, room: 1_050).map { backwards.members[$0].name }
    #expect(left == right)
    #expect(forwards.wish(active: [], room: 1_050).allSatisfy { $0 == -1 })
  }

  @Test("A node of twice the weight gets about twice the slots")
  func weight() {
    var placement = Placement(digits: 3)
    placement.include([Placement.Member("a", weight: 100), Placement.Member("b", weight: 200)])
    let wish = placement.wish(active: ["a", "b"], room: 1_050)
    #expect((2_594...2_868).contains(wish.count { placement.members[$0].name == "b" }))
  }

  @Test("K2 A lease counts from the first sending of its renewal")
  func lease() {
    var lease = Lease()
    let id = WriteID(Self.life.incarnation, 1)
    lease.sending(id, beat: 1, expected: 0, at: Self.at(100))
    lease.sendingAgain(at: Self.at(3_100))
    let isOther = lease.acknowledged(beat: 2, at: Self.at(3_200), length: 15_000, rules: .all)
    let isOwn = lease.acknowledged(beat: 1, at: Self.at(3_200), length: 15_000, rules: .all)
    #expect(!isOther && isOwn)
    #expect(lease.isGood(at: Self.at(15_099)) && !lease.isGood(at: Self.at(15_100)))
  }

  @Test("K9 A fence lower than one seen, and the same fence of another owner, are not believed")
  func fences() {
    var claim = SlotClaim()
    #expect(claim.see(SlotRecord(owner: Self.life, fence: 7), revision: 10, isWhole: false) == .believed)
    #expect(claim.see(SlotRecord(owner: Self.other, fence: 8), revision: 9, isWhole: false) == .stale)
    #expect(claim.see(SlotRecord(owner: Self.other, fence: 6), revision: 3, isWhole: true) == .wentBack)
    #expect(claim.record?.owner == Self.life && claim.isBehind && claim.revision == 3)
    #expect(claim.see(SlotRecord(owner: Self.other, fence: 7), revision: 11, isWhole: false) == .wentBack)
    #expect(claim.see(nil, revision: 0, isWhole: true) == .wentBack)
    #expect(claim.see(SlotRecord(owner: Self.other, fence: 8), revision: 1, isWhole: false) == .believed)
    #expect(!claim.isBehind)
  }

  @Test("Lent lines stand in the order of their names, each once")
  func lent() {
    var lent = LentLines([("b", Self.life), ("a", Self.other), ("b", Self.other)])
    #expect(lent.entries.map(\.line) == ["a", "b"] && lent.borrower(of: "b") == Self.life)
    lent.lend("a", to: Self.life)
    #expect(lent.borrower(of: "a") == Self.life && lent.entries.count == 2)
    #expect(lent.keeping { $0 != Self.life }.isEmpty)
    lent.takeBack("a")
    #expect(lent.borrower(of: "a") == nil && lent.borrower(of: "c") == nil)
  }

  @Test("K12 A request is remembered for 60 s, and a full memory says so")
  func requests() {
    var memory = RememberedRequests<Int>(limit: 2)
    #expect(memory.arrive("x", at: Self.at(0)) == .new)
    #expect(memory.arrive("x", at: Self.at(1)) == .underWay)
    memory.answer("x", 7)
    memory.answer("x", 8)
    #expect(memory.arrive("x", at: Self.at(59_999)) == .answered(7))
    #expect(memory.arrive("y", at: Self.at(59_999)) == .new)
    #expect(memory.arrive("z", at: Self.at(59_999)) == .full)
    #expect(memory.arrive("x", at: Self.at(60_000)) == .new)
    #expect(memory.count == 2)
  }

  @Test("K16 A stray ends by its own node, at once where the node is dead, and after its time")
  func strays() {
    let calls = (1...5).map { StrayCalls.Call(id: "c\($0)", line: "alice", holder: $0 < 5 ? Self.life : Self.other) }
    var strays = StrayCalls()
    #expect(strays.nodeGone(Array(calls[..<4]), isDead: false, at: Self.at(0)).isEmpty)
    #expect(strays.nodeGone([calls[4]], isDead: true, at: Self.at(0)) == [calls[4]])
    strays.ended("c1")
    #expect(strays.nodeReturned("a1", with: ["c2", "c3"]) == [calls[3]])
    #expect(strays.expire(at: Self.at(14_399_999), limit: 14_400_000).isEmpty)
    #expect(strays.nodeDied(Self.other).isEmpty)
    #expect(strays.expire(at: Self.at(14_400_000), limit: 14_400_000) == [calls[1], calls[2]])
    #expect(strays.forget("a1").isEmpty && strays.calls.isEmpty)
  }
}
