import ClusterControl
import ClusterTrials
import Testing

@Suite("Exploration of lent lines")
struct LendingExplorationTests {
  static let drain = ClusterEvent.drain(NodeDrain(limit: 1_000, then: .keep))

  /// The last node of `count` owns the slot, because the others drain.
  static func lastOwns(_ count: Int, _ rules: ClusterRules) -> SmallWorld {
    var world = SmallWorld(count, rules: rules)
    world.start()
    for place in 0..<count - 1 { world.handle(drain, at: place) }
    for _ in 0..<3 {
      world.run()
      world.take(.time)
    }
    world.run()
    return world
  }

  /// The slot can go to the first node and back, with calls on both.
  static func world(_ rules: ClusterRules = .all) -> SmallWorld {
    var world = lastOwns(2, rules)
    world.calls = 2
    world.drains = 1
    world.undrains = 1
    world.horizon = world.time + 2
    return world
  }

  /// The owner is lost while a line is lent to the last node, and the second node is about to be the heir.
  static func heirs(_ rules: ClusterRules = .all) -> SmallWorld {
    var world = lastOwns(3, rules)
    world.calls = 1
    world.take(.busy(2))
    world.handle(.undrain, at: 0)
    for _ in 0..<3 {
      world.run()
      world.take(.time)
    }
    world.handle(.undrain, at: 1)
    world.run()
    world.isLost[0] = true
    world.runUntilExpiry(by: 1)
    world.horizon = world.time + 2
    return world
  }

  @Test("At most one node may add a call to a line while its slot moves")
  func neverTwo() {
    let root = Self.world()
    #expect(root.allows(SmallWorld.busyLine, 1) && !root.allows(SmallWorld.busyLine, 0))
    let summary = SmallExplorer().explore([root], limit: LeaseExplorationTests.limit)
    #expect(summary.violation == nil)
    #expect(summary.states > 1_000)
  }

  @Test("At most one node may add a call to a line when the owner of a lent line is lost")
  func neverTwoHeirs() {
    let root = Self.heirs()
    #expect(root.allows(SmallWorld.busyLine, 2) && !root.allows(SmallWorld.idleLine, 2))
    let summary = SmallExplorer().explore([root], limit: LeaseExplorationTests.limit)
    #expect(summary.violation == nil)
    #expect(summary.takenOver > 0)
  }

  @Test(
    "The exploration finds the loss of a rule",
    arguments: [ClusterRules.handOverLends, .handOverFromSending, .ownerHeedsLent, .ownerWaitsForReturn, .returnIsFinal])
  func mutants(rule: ClusterRules) {
    let summary = SmallExplorer().explore([Self.world(.all.subtracting(rule))], limit: 200_000)
    #expect(summary.violation != nil)
  }

  @Test("The exploration finds an heir that drops lent lines")
  func heirMutant() {
    let summary = SmallExplorer().explore([Self.heirs(.all.subtracting(.heirKeepsLent))], limit: 200_000)
    #expect(summary.violation != nil)
  }
}
