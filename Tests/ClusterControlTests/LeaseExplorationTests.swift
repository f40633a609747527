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

  static func world(_ rules: ClusterRules = .all, units: Int = 7) -> SmallWorld {
    var world = SmallWorld(2, rules: rules)
    world.start()
    world.horizon = world.time + units
    return world
  }

  @Test("At most one of two nodes may add a call to a line")
  func neverTwo() {
    let root = Self.world()
    #expect(root.allows(SmallWorld.idleLine, 0) && root.violation == nil)
    let summary = SmallExplorer().explore(root, limit: Self.limit)
    #expect(summary.violation == nil)
    print(summary)
  }

  @Test(
    "The exploration finds the loss of a rule",
    arguments: [
      ClusterRules.renewalCompares, .leaseFromSending, .leaseFromFirstSending, .expiryWaits, .claimNeedsExpiry, .expiryCompares,
    ])
  func mutants(rule: ClusterRules) {
    let summary = SmallExplorer().explore(Self.world(.all.subtracting(rule)), limit: 400_000)
    #expect(summary.violation != nil)
    print(rule, summary)
  }

  @Test("The exploration finds a clock with a fault", arguments: [SmallWorld.ClockFault.halfSpeed, .stopsInSleep])
  func clocks(fault: SmallWorld.ClockFault) {
    var world = Self.world(units: 9)
    world.fault = fault
    let summary = SmallExplorer().explore(world, limit: 400_000)
    #expect(summary.violation != nil)
    print(fault, summary)
  }
}
