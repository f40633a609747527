package import HookswitchCluster
internal import Locking

/// A place in which the same tests of a store run over any engine.
package protocol ClusterBench: Sendable {
  /// The names of the cluster.
  var names: ClusterNames { get }
  /// Makes a store with a lane of its own.
  func makeStore() throws -> any ClusterStore
  /// Runs `body` on a store's lane, and returns when it has run.
  func on(_ store: any ClusterStore, _ body: @escaping @Sendable () -> Void)
  /// Waits until a condition holds; false when it does not within `limit`.
  func wait(_ limit: Duration, until condition: @Sendable () -> Bool) -> Bool
}

/// A bench in memory, under virtual time.
///
/// With its last copy its stores end, and all that waits.
package struct MemoryBench: ClusterBench {
  /// The end of a bench, which breaks the circles of its parts: the world's jobs hold stores, and a store's listener often holds its owner.
  private final class End: Sendable {
    let world: VirtualWorld
    let engine: MemoryEngine
    let stores = Locked<[EngineStore]>([])

    init(_ world: VirtualWorld, _ engine: MemoryEngine) { (self.world, self.engine) = (world, engine) }

    deinit {
      for store in stores.withLock({ $0 }) { store.close() }
      engine.detachAll()
      world.drop()
    }
  }

  package let world: VirtualWorld
  package let engine: MemoryEngine
  package let names: ClusterNames
  private let end: End

  /// Creates a bench with an engine that has no streams.
  package init(seed: UInt64 = 1) throws {
    world = VirtualWorld(seed: seed)
    engine = MemoryEngine(world)
    end = End(world, engine)
    names = try ClusterNames(cluster: "acme")
  }

  package func makeStore() throws -> any ClusterStore { makeParts().store }

  /// Makes a store, and gives its wire and its lane for faults.
  package func makeParts() -> (store: EngineStore, wire: MemoryWire, lane: VirtualLane) {
    let lane = VirtualLane(world)
    let wire = MemoryWire(engine, names: names, lane: lane)
    let settings = EngineSettings(streams: StreamPlan.all(names, replicas: 1), seed: UInt64(world.random(below: 1 << 30)))
    let store = EngineStore(names: names, wire: wire, settings: settings)
    end.stores.withLock { $0.append(store) }
    return (store, wire, lane)
  }

  package func on(_ store: any ClusterStore, _ body: @escaping @Sendable () -> Void) { body() }

  package func wait(_ limit: Duration, until condition: @Sendable () -> Bool) -> Bool { world.run(limit, until: condition) }
}
