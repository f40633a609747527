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

  @Test(
    "The exploration finds the loss of a rule",
    arguments: [
      ClusterRules.renewalCompares, .leaseFromSending, .leaseFromFirstSending, .expiryWaits, .claimNeedsExpiry, .expiryCompares,
    ])
  func mutants(rule: ClusterRules) {
    let summary = SmallExplorer().explore(Self.worlds(.all.subtracting(rule)), limit: 200_000)
    #expect(summary.violation != nil)
  }

  @Test("The exploration finds a clock with a fault", arguments: [SmallWorld.ClockFault.halfSpeed, .stopsInSleep])
  func clocks(fault: SmallWorld.ClockFault) {
    let summary = SmallExplorer().explore(Self.worlds(fault: fault, units: 3), limit: 200_000)
    #expect(summary.violation != nil)
  }
}
