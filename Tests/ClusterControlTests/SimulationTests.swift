import ClusterControl
import ClusterTrials
import Foundation
import Testing

/// A cluster of 100 nodes with 10,000 lines each, under virtual time.
///
/// `HOOKSWITCH_SEED=n` runs that seed alone, and `HOOKSWITCH_CLUSTER_SEEDS` sets the number of seeds, from 2.
@Suite("Simulated cluster", .serialized)
struct SimulationTests {
  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["HOOKSWITCH_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    // Two outages, the loss of all data, and restarts during it: this seed found a node that waited for its own earlier life.
    return Array(2...(1 + max(1, environment["HOOKSWITCH_CLUSTER_SEEDS"].flatMap { UInt64($0) } ?? 1)))
  }()

  @Test("A lost machine is expired within 17 s, and its slots are claimed within a second more")
  func machineLost() {
    var cluster = ClusterSimulation(nodes: 100, seed: 7)
    cluster.isDisturbed = false
    cluster.run(until: 30_000)
    #expect(cluster.vacantSlots == 0)
    #expect((cluster.slotsByNode.max() ?? 0) <= 44)
    cluster.plan(.die(42), at: 40_000)
    cluster.run(until: 50_000)
    let lost = cluster.vacantSlots
    #expect(lost > 20)
    cluster.run(until: 58_200)
    let gone = cluster.goneAt[cluster.name(42)] ?? .max
    // The clocks run up to half a per cent wrong.
    #expect((54_000...57_100).contains(gone), "expired at \(gone) ms")
    #expect(cluster.vacantSlots == 0)
    cluster.run(until: 65_000)
    #expect(cluster.misplacedSlots == 0)
    #expect(cluster.breaches.isEmpty, "\(cluster.breaches)")
  }

  @Test("A short outage of the engine cuts nobody off; after a long one all come back by themselves")
  func engineDown() {
    var cluster = ClusterSimulation(nodes: 20, seed: 3)
    cluster.run(until: 30_000)
    cluster.plan(.engineDown(6_000, losesData: false), at: 30_000)
    cluster.run(until: 36_000)
    #expect((0..<20).allSatisfy { cluster.isGood($0) } && cluster.vacantSlots == 0)
    cluster.plan(.engineDown(25_000, losesData: false), at: 50_000)
    cluster.run(until: 66_200)
    #expect(!(0..<20).contains { cluster.isGood($0) })
    cluster.run(until: 82_500)
    #expect((0..<20).allSatisfy { cluster.isGood($0) } && cluster.vacantSlots == 0)
    #expect(cluster.goneAt.isEmpty && cluster.breaches.isEmpty, "\(cluster.breaches)")
  }

  @Test("An engine that is silent and keeps its connections cuts all off after a lease; nobody is expired", arguments: [false, true])
  func engineSilent(losesChanges: Bool) {
    var cluster = ClusterSimulation(nodes: 20, seed: 5)
    cluster.run(until: 30_000)
    cluster.plan(.engineSilent(8_000, losesChanges: losesChanges), at: 30_000)
    cluster.run(until: 45_000)
    #expect((0..<20).allSatisfy { cluster.isGood($0) } && cluster.vacantSlots == 0)
    cluster.plan(.engineSilent(30_000, losesChanges: losesChanges), at: 50_000)
    cluster.run(until: 66_200)
    #expect(!(0..<20).contains { cluster.isGood($0) })
    cluster.run(until: 90_000)
    #expect((0..<20).allSatisfy { cluster.isGood($0) } && cluster.vacantSlots == 0, "\(cluster.explainVacant())")
    #expect(cluster.goneAt.isEmpty && cluster.breaches.isEmpty, "\(cluster.breaches)")
  }

  @Test("Both promises hold under faults of every kind, and the cluster comes to rest", arguments: seeds, [0, 3])
  func faults(seed: UInt64, silences: Int) {
    var cluster = ClusterSimulation(nodes: 100, seed: seed)
    cluster.run(until: 25_000)
    cluster.beginCalls(each: 40, lines: 1_000_000, until: 130_000)
    cluster.planFaults(14, from: 26_000, until: 110_000)
    cluster.planSilences(silences, from: 30_000, until: 110_000)
    cluster.run(until: 240_000)
    #expect(cluster.breaches.isEmpty, "HOOKSWITCH_SEED=\(seed), \(silences) silences: \(cluster.breaches)")
    #expect(cluster.vacantSlots == 0, "HOOKSWITCH_SEED=\(seed), \(silences) silences: \(cluster.explainVacant())")
    #expect(cluster.misplacedSlots == 0 && cluster.idleLentLines == 0, "HOOKSWITCH_SEED=\(seed), \(silences) silences")
    #expect(cluster.added > 1_000 && cluster.addedToLent > 0, "HOOKSWITCH_SEED=\(seed), \(silences) silences")
  }
}
