import ClusterControl
import ClusterTrials
import Testing

@Suite("A node of a cluster")
struct NodeTests {
  private static func alone(_ rules: ClusterRules = .all) -> NodeDesk {
    var desk = NodeDesk("a1", 1, rules: rules)
    desk.send(.connected)
    desk.wait(20_000)
    return desk
  }

  @Test("K9 K10 The first node of a new bucket claims after lease and margin")
  func first() {
    var desk = NodeDesk("a1", 1)
    desk.send(.connected)
    desk.wait(16_900)
    #expect(desk.owned == 0 && desk.node.phase == .joined)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .vacant)
    desk.wait(200)
    #expect(desk.owned == 16)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .mine)
    #expect(desk.store.map.layout?.value.digits == 1)
  }

  @Test("K10 A process with the lock expires its predecessor at once, as dead, and claims 3 s later")
  func restart() {
    let before = Self.alone()
    var desk = NodeDesk("a1", 2, store: before.store, hasLock: true)
    desk.send(.connected)
    #expect(desk.seen.contains(.nodeGone(before.node.life, isDead: true)))
    desk.wait(2_900)
    #expect(desk.owned == 0)
    desk.wait(200)
    #expect(desk.owned == 16)
    #expect(desk.node.slots.allSatisfy { $0.record?.fence == 2 })
  }

  @Test("K10 A process without the lock waits until its predecessor's time is over")
  func restartWithoutLock() {
    let before = Self.alone()
    var desk = NodeDesk("a1", 2, store: before.store)
    desk.send(.connected)
    desk.wait(16_900)
    #expect(desk.node.phase == .entering)
    desk.wait(4_000)
    #expect(desk.owned == 16)
  }

  @Test("K3 K4 A silent node is expired after lease and margin, and its slots are claimed at once")
  func expiry() {
    var desk = Self.alone()
    desk.hear("a2", 50, beat: 1)
    #expect(desk.owned < 16 && desk.owned > 4)
    desk.wait(10_000)
    desk.hear("a2", 50, beat: 2)
    desk.wait(16_900)
    #expect(desk.owned < 16)
    desk.wait(200)
    #expect(desk.owned == 16)
    #expect(desk.store.map.nodes["a2"]?.value.state == .gone)
  }

  @Test("K11 A node expires nobody after a time in which the engine answered nobody, though its connection stood")
  func silentEngine() {
    var desk = Self.alone()
    desk.hear("a2", 50, beat: 1)
    desk.wait(1_000)
    desk.isSilent = true
    desk.wait(30_000)
    #expect(desk.node.standing(of: "alice", for: .incoming, at: desk.now) == .cutOff)
    desk.isSilent = false
    desk.wait(16_000)
    #expect(desk.node.standing(of: "alice", for: .incoming, at: desk.now) != .cutOff)
    #expect(desk.store.map.nodes["a2"]?.value.state == .active)
    desk.wait(5_000)
    #expect(desk.store.map.nodes["a2"]?.value.state == .gone)
  }

  @Test("K11 A node whose lease outlives its patience judges nobody while the engine answers nobody", arguments: [true, false])
  func silentEngineBeforeTheLeaseEnds(hasRule: Bool) {
    var desk = Self.alone(hasRule ? .all : .all.subtracting(.expiryNeedsProof))
    desk.wait(1_500)
    desk.hear("a2", 50, beat: 1)
    let heard = desk.now
    // The last renewal that the engine takes comes 2.5 s after the last beat of the other node.
    while desk.node.lease.end ?? heard < heard + 17_400 { desk.wait(100) }
    #expect(desk.now - heard < 3_000)
    desk.isSilent = true
    let count = desk.seen.count
    desk.wait(30_000)
    let judged = desk.seen[count...].contains { effect in
      if case .write(let write) = effect, case .node("a2", _) = write.value { true } else { false }
    }
    #expect(judged != hasRule)
    #expect(desk.node.standing(of: "alice", for: .incoming, at: desk.now) == .cutOff)
  }

  @Test("K3 A node asks the engine once more before it judges a silent one, and judges it with the answer")
  func proof() {
    var desk = Self.alone()
    desk.hear("a2", 50, beat: 1)
    let heard = desk.now
    desk.wait(16_900)
    desk.isSilent = true
    desk.wait(200)
    #expect(desk.store.map.nodes["a2"]?.value.state == .active)
    desk.isSilent = false
    desk.wait(3_000)
    #expect(desk.store.map.nodes["a2"]?.value.state == .gone)
    #expect(desk.now - heard <= 20_100)
  }

  @Test("K7 K11 Without the engine the node is cut off after its lease, and goes on when it is back")
  func cutOff() {
    var desk = Self.alone()
    desk.send(.disconnected)
    desk.wait(15_000)
    #expect(desk.seen.last == .leaseEnded)
    #expect(desk.node.standing(of: "alice", for: .incoming, at: desk.now) == .cutOff)
    #expect(desk.node.standing(of: "alice", for: .startEmergency, at: desk.now) == .mine)
    desk.send(.connected)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .mine)
    #expect(desk.node.incarnation == Incarnation(high: 0, low: 1))
  }

  @Test("K2 K15 A node renews its lease as soon as the engine takes writes, before it has the map")
  func earlyRenewal() {
    var desk = Self.alone()
    desk.send(.disconnected)
    desk.wait(12_000)
    let count = desk.seen.count
    desk.send(.linked)
    desk.wait(30_000)
    let effects = desk.seen[count...]
    #expect(!effects.contains(.leaseEnded))
    #expect(
      effects.allSatisfy { effect in
        guard case .write(let write) = effect, case .node = write.value else { return false }
        return true
      })
    #expect(desk.node.standing(of: "alice", at: desk.now) == .mine)
    // Expired meanwhile: the renewals fail, and the lease ends.
    desk.send(.disconnected)
    let record = NodeRecord(incarnation: desk.node.incarnation, beat: 99, state: .gone, profile: NodeProfile())
    _ = desk.store.apply(ClusterWrite(id: WriteID(Incarnation(high: 7, low: 7), 1), value: .node("a1", record), expected: nil))
    desk.send(.linked)
    desk.wait(16_000)
    #expect(desk.node.standing(of: "alice", for: .incoming, at: desk.now) == .cutOff)
    #expect(desk.node.phase == .joined)
    desk.send(.connected)
    #expect(desk.seen.contains(.rejoined(desk.node.incarnation)))
  }

  @Test("K8 A node that was expired comes back with a new incarnation")
  func rejoin() {
    var desk = Self.alone()
    let record = NodeRecord(incarnation: desk.node.incarnation, beat: 9, state: .gone, profile: NodeProfile())
    desk.write(.node("a1", record), 1, revision: nil)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .cutOff)
    desk.wait(100)
    #expect(desk.seen.contains(.rejoined(desk.node.incarnation)) && desk.node.incarnation.high == 1)
    desk.wait(3_000)
    #expect(desk.owned == 16)
  }

  @Test("K6 A hand-over lends the lines with calls until they have none")
  func lending() {
    var desk = Self.alone()
    desk.send(.lineBusy("alice"))
    desk.send(.drain(NodeDrain(limit: 60_000, then: .keep)))
    desk.hear("a2", 50, beat: 1)
    #expect(desk.owned == 0)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .draining)
    #expect(desk.node.standing(of: "bob", at: desk.now) == .elsewhere("a2"))
    desk.send(.undrain)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .borrowed)
    let fence = desk.node.slots[Slot(of: "alice", digits: 1).index].record?.fence ?? 0
    desk.send(.lineIdle("alice"))
    #expect(desk.seen.last == .giveBack(LineReturn(line: "alice", borrower: desk.node.life, fence: fence), to: "a2"))
    #expect(desk.node.standing(of: "alice", at: desk.now) == .elsewhere("a2"))
  }

  @Test("K6 A return of an earlier lending that comes late changes nothing")
  func lateReturn() {
    var desk = Self.alone()
    let index = Slot(of: "alice", digits: 1).index
    let borrower = NodeLife("a2", Incarnation(high: 0, low: 50))
    desk.hear("a2", 50, beat: 1, .draining)
    var record = desk.node.slots[index].record ?? SlotRecord(owner: nil, fence: 0)
    record.fence += 2
    record.lent.lend("alice", to: borrower)
    guard let slot = Slot(index: index, digits: 1) else { return }
    desk.write(.slot(slot, record), 2, revision: nil)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .lent("a2"))
    desk.send(.lineReturned(LineReturn(line: "alice", borrower: borrower, fence: record.fence - 1)))
    #expect(desk.node.standing(of: "alice", at: desk.now) == .lent("a2"))
    desk.send(.lineReturned(LineReturn(line: "alice", borrower: borrower, fence: record.fence)))
    #expect(desk.node.standing(of: "alice", at: desk.now) == .mine)
  }

  @Test("K9 A renewal that is acknowledged during a whole read makes the read no loss of data")
  func renewedInRead() throws {
    var desk = Self.alone()
    let before = desk.store.map
    desk.isSilent = true
    desk.wait(3_000)
    let writes = desk.seen.compactMap { effect -> ClusterWrite? in
      if case .write(let write) = effect, case .node = write.value { write } else { nil }
    }
    let renewal = try #require(writes.last)
    let effects = desk.node.handle(.connected, at: desk.now)
    let read = try #require(effects.compactMap { if case .readMap(let number) = $0 { number } else { nil } }.first)
    // The read was answered before the renewal, and the answers come in the other order.
    _ = desk.node.handle(desk.store.apply(renewal).answer, at: desk.now)
    let last = desk.node.handle(.mapRead(read, before, fresh: Incarnation(high: 1, low: 9)), at: desk.now)
    #expect(!last.contains(.report(.engineWentBack(nil))))
    #expect(desk.node.standing(of: "alice", at: desk.now) == .mine)
  }

  @Test("K9 An owner writes its claims again when the engine lost its data")
  func wentBack() {
    var desk = Self.alone()
    desk.send(.disconnected)
    desk.store.loseAll()
    desk.send(.connected)
    #expect(desk.owned == 16 && desk.node.standing(of: "alice", at: desk.now) == .mine)
    #expect(desk.store.map.slots.count == 16 && desk.store.map.slots.values.allSatisfy { $0.value.fence == 2 })
    #expect(desk.seen.contains(.report(.engineWentBack(Slot(index: 3, digits: 1)))))
    #expect(desk.store.map.layout != nil && desk.store.map.nodes["a1"] != nil)
  }

  @Test("K14 A drain refuses calls of both directions from its first moment, ends in time, and has a way back")
  func drain() {
    var desk = Self.alone()
    desk.send(.drain(NodeDrain(limit: 60_000, then: .end)))
    #expect(desk.node.standing(of: "alice", for: .start, at: desk.now) == .draining)
    #expect(desk.node.standing(of: "alice", for: .incoming, at: desk.now) == .draining)
    #expect(desk.store.map.nodes["a1"]?.value.state == .draining)
    desk.wait(60_000)
    #expect(desk.seen.count { $0 == .drainTimedOut(.end) } == 1)
    desk.send(.undrain)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .mine)
  }

  @Test("K14 A drain is complete when another node has every slot")
  func drained() {
    var desk = Self.alone()
    desk.hear("a2", 50, beat: 1)
    desk.send(.drain(NodeDrain(limit: 60_000, then: .end)))
    #expect(desk.owned == 0 && desk.seen.last == .drained)
    desk.send(.leave)
    #expect(desk.seen.last == .left && desk.store.map.nodes["a1"]?.value.state == .gone)
  }

  @Test("K15 A node without an answer to its read asks again, and judges nobody")
  func read() {
    var node = ClusterNode(name: "a1", incarnation: Incarnation(high: 0, low: 1))
    var now = ClusterTime(milliseconds: 0)
    #expect(node.handle(.connected, at: now) == [.readMap(1)])
    #expect(node.deadline == ClusterTime(milliseconds: 5_000))
    now = now + 5_000
    #expect(node.handle(.tick, at: now) == [.readMap(2)])
    #expect(node.handle(.mapRead(1, ClusterMap(), fresh: node.incarnation), at: now).isEmpty)
    #expect(node.phase == .apart)
  }

  @Test("A renewal without an answer is sent again under the same id")
  func again() {
    var desk = Self.alone()
    desk.isSilent = true
    desk.seen = []
    desk.wait(7_000)
    let ids = desk.seen.compactMap { effect -> WriteID? in
      if case .write(let write) = effect { write.id } else { nil }
    }
    #expect(ids.count >= 2 && Set(ids).count == 1)
  }

  @Test("Slots with other digits are no cluster of this node")
  func otherLayout() {
    var store = TrialStore()
    _ = store.apply(
      ClusterWrite(
        id: WriteID(Incarnation(high: 0, low: 9), 1), value: .layout(ClusterLayout(digits: 4, era: Incarnation(high: 0, low: 9))),
        expected: 0))
    var desk = NodeDesk("a1", 1, store: store)
    desk.send(.connected)
    desk.wait(30_000)
    #expect(desk.seen.contains(.report(.otherLayout(digits: 4))) && desk.owned == 0)
    #expect(desk.node.standing(of: "alice", at: desk.now) == .cutOff)
  }
}
