import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// A bench over real servers.
final class NATSBench: ClusterBench {
  let names: ClusterNames
  let settings: NATSSettings
  let replicas: Int
  private let lanes = Locked<[ThreadLane]>([])

  /// Creates a bench.
  init(_ servers: [String], replicas: Int = 1, change: (inout NATSSettings) -> Void = { _ in }) throws {
    names = try ClusterNames(cluster: "acme")
    var settings = try NATSSettings(servers: servers, name: "a test")
    change(&settings)
    self.settings = settings
    self.replicas = replicas
  }

  deinit { for lane in lanes.withLock({ $0 }) { lane.stop() } }

  func makeStore() throws -> any ClusterStore { try makeStore(servers: nil, streams: StreamPlan.all(names, replicas: replicas)) }

  /// Makes a store, with other servers or other streams than the bench's.
  func makeStore(servers: [String]?, streams: [StreamPlan]) throws -> EngineStore {
    let lane = try #require(ThreadLane(name: "cluster"))
    lanes.withLock { $0.append(lane) }
    var settings = settings
    if let servers { settings.servers = servers }
    let wire = try #require(NATSWire(names: names, settings: settings, lane: lane))
    return EngineStore(names: names, wire: wire, settings: EngineSettings(streams: streams, seed: UInt64.random(in: 0...UInt64.max)))
  }

  func on(_ store: any ClusterStore, _ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    store.lane.run {
      body()
      done.signal()
    }
    done.wait()
  }

  func wait(_ limit: Duration, until condition: @Sendable () -> Bool) -> Bool { Patience.wait(limit, until: condition) }
}
