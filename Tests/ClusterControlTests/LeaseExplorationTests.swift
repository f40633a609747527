import ClusterControl
import ClusterTrials
import Foundation
import Testing

/// Every delay, loss, nap and order of messages between small numbers of nodes.
///
/// `HOOKSWITCH_CLUSTER_STATES` raises the number of states of the worlds without a mutant.
@Suite("Exploration of leases")
struct LeaseExplorationTests {
  static let limit = ProcessInfo.processInfo.environment["HOOKSWITCH_CLUSTER_STATES"].flatMap { Int($0) } ?? 30_000

  /// Worlds shortly before the second node's patience with the first one ends, each with another message of the first one under way.
  static func worlds(_ rules: ClusterRules = .all, fault: SmallWorld.ClockFault? = nil, units: Int = 2) -> [SmallWorld] {
    var start = SmallWorld(2)
    start.start()
    start.fault = fault
    start.take(.time)
    start.take(.time)
    // The first node's renewal has not begun, is on its way to the store, or is stored while its answer is under way.
    var roots = [start, start, start, start]
    roots[1].take(.tick(0))
    roots[2].take(.tick(0))
    if let write = roots[2].messages.last { roots[2].take(.arrive(write)) }
    for place in roots.indices {
      // The last world begins with good leases.
      if place < 3 {
        roots[place].runUntilExpiry(napping: 0, by: 1, time: fault == .stopsInSleep ? .suspend(0) : .time)
      }
      roots[place].keep(rules)
      roots[place].horizon = roots[place].time + units
    }
    return roots
  }

  @Test("At most one of two nodes may add a call to a line, also when one takes over")
  func neverTwo() {
    let roots = Self.worlds()
    #expect(roots.allSatisfy { $0.violation == nil && !$0.allows(SmallWorld.idleLine, 1) })
    let summary = SmallExplorer().explore(roots, limit: Self.limit)
    #expect(summary.violation == nil)
    #expect(summary.takenOver > 0)
  }

  /// Worlds in which the first node loses its connection, and has one again before it can read changes.
  ///
  /// In the first world its patience is about to end; in the others it was cut off so long that the second node is about to expire it, or
  /// has done so.
  static func lossWorlds(_ rules: ClusterRules = .all, units: Int = 2) -> [SmallWorld] {
    var start = SmallWorld(2)
    start.start()
    start.take(.time)
    start.losses = 1
    var roots = [start, start, start]
    roots[0].take(.tick(0))
    for place in 1...2 {
      roots[place].take(.lose(0))
      roots[place].runUntilExpiry(by: 1)
    }
    // The heir has the slot.
    roots[2].run()
    for place in roots.indices {
      roots[place].keep(rules)
      roots[place].horizon = roots[place].time + units
    }
    return roots
  }

  @Test("At most one node may add a call to a line, also when one renews before it can read changes")
  func neverTwoAfterLoss() {
    let roots = Self.lossWorlds()
    #expect(roots.allSatisfy { $0.violation == nil })
    #expect(roots[2].allows(SmallWorld.idleLine, 1) && roots[2].reach[0] == .none)
    let summary = SmallExplorer().explore(roots, limit: Self.limit)
    #expect(summary.violation == nil, "\(summary.violation ?? "")")
    #expect(summary.takenOver > 0)
  }

  @Test("The exploration finds an early renewal that does not compare")
  func lossMutant() {
    let summary = SmallExplorer().explore(Self.lossWorlds(.all.subtracting(.renewalCompares)), limit: 200_000)
    #expect(summary.violation != nil)
  }

  @Test(
    "The exploration finds the loss of a rule",
    arguments: [
      ClusterRules.renewalCompares, .leaseFromSending, .leaseFromFirstSending, .expiryWaits, .claimNeedsExpiry, .expiryCompares,
    ])
  func mutants(rule: ClusterRules) {
    // Without the proof, which adds a message and its answer to each expiry, a violation is near enough to be found.
    let summary = SmallExplorer().explore(Self.worlds(.all.subtracting([rule, .expiryNeedsProof])), limit: 200_000)
    #expect(summary.violation != nil)
  }

  @Test("The exploration finds a clock with a fault", arguments: [SmallWorld.ClockFault.halfSpeed, .stopsInSleep])
  func clocks(fault: SmallWorld.ClockFault) {
    let summary = SmallExplorer().explore(Self.worlds(fault: fault, units: 3), limit: 200_000)
    #expect(summary.violation != nil)
  }
}
