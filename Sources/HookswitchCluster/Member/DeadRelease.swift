internal import CallControl
package import ClusterControl
internal import ClusterPayloads
internal import Locking

/// The word that the process of a node has ended for certain, without a running daemon (K10): `hookswitch cluster release --dead`.
package enum DeadRelease {
  /// The result of a release.
  package enum Outcome: Hashable, Sendable {
    /// The record of the node says `gone` and `dead` now.
    case released
    /// It said so before, or the cluster has never had the node.
    case nothingToDo
    /// The record is of a life that no process of this machine had.
    case anotherProcess
  }

  /// Declares a node dead; the caller holds the node's lock, or knows that its machine is gone.
  ///
  /// - Parameters:
  ///   - settings: the node that is dead with its lives, and the connection.
  ///   - limit: the longest time for all of it.
  package static func run(_ settings: MemberSettings, within limit: Duration) async throws(ClusterStoreError) -> Outcome {
    try NATSLibrary.open()
    guard let lane = ThreadLane(name: "cluster"), let wire = NATSWire(names: settings.names, settings: settings.engine, lane: lane) else {
      throw .badSetting(name: "cluster", reason: "the system has no thread or file descriptor left")
    }
    var random = SystemRandomNumberGenerator()
    let store = EngineStore(names: settings.names, wire: wire, settings: EngineSettings(streams: [], seed: random.next()))
    let result = await run(settings.node, lives: settings.predecessors, store: store, within: limit)
    lane.run {
      store.close()
      lane.stop()
    }
    return try result.get()
  }

  /// Declares a node dead over a store that was not opened.
  ///
  /// - Parameter lives: the lives that processes of this machine had.
  package static func run(
    _ node: NodeName, lives: Set<Incarnation>, store: any ClusterStore, within limit: Duration
  ) async -> Result<Outcome, ClusterStoreError> {
    await withCheckedContinuation { continuation in
      let release = Release(node, lives: lives, store: store, within: limit) { continuation.resume(returning: $0) }
      store.lane.run { release.begin() }
    }
  }
}

/// A release under way.
///
/// `@unchecked Sendable`: only the lane uses its state.
private final class Release: @unchecked Sendable {
  private let node: NodeName
  private let lives: Set<Incarnation>
  private let store: any ClusterStore
  private let limit: Duration
  private var then: (@Sendable (Result<DeadRelease.Outcome, ClusterStoreError>) -> Void)?
  private var hasBegun = false
  private var left = 3
  private var reason = "no server answered"

  init(
    _ node: NodeName, lives: Set<Incarnation>, store: any ClusterStore, within limit: Duration,
    then: @escaping @Sendable (Result<DeadRelease.Outcome, ClusterStoreError>) -> Void
  ) {
    (self.node, self.lives, self.store, self.limit) = (node, lives, store, limit)
    self.then = then
  }

  func begin() {
    store.open(watching: []) { [self] event in
      switch event {
      case .connected where !hasBegun:
        hasBegun = true
        read()
      case .disconnected(let reason): self.reason = reason
      case .problem(let error): end(.failure(error))
      default: break
      }
    }
    store.lane.after(limit) { [self] in end(.failure(.disconnected(reason: reason))) }
  }

  private func end(_ result: Result<DeadRelease.Outcome, ClusterStoreError>) {
    then?(result)
    then = nil
  }

  private func read() {
    store.readAll(.nodes, within: limit) { [self] result in
      switch result {
      case .failure(let error): end(.failure(error))
      case .success(let entries): write(over: entries.first { $0.key == NameToken.encode(node.text) })
      }
    }
  }

  private func write(over entry: ClusterEntry?) {
    guard let entry, let value = entry.value else { return end(.success(.nothingToDo)) }
    var record: NodeRecord
    do throws(PayloadError) { record = try NodeRecord(payload: value, node: node) } catch {
      return end(.failure(.refused(subject: entry.key, code: 0, text: error.description)))
    }
    if record.state == .gone && record.isDead { return end(.success(.nothingToDo)) }
    guard lives.contains(record.incarnation) else { return end(.success(.anotherProcess)) }
    record.state = .gone
    record.isDead = true
    let write = BucketWrite(
      bucket: .nodes, key: entry.key, value: record.payload, condition: .revision(entry.revision),
      id: "\(record.incarnation):dead:\(entry.revision)")
    store.write(write, within: limit) { [self] outcome in
      switch outcome {
      case .stored: end(.success(.released))
      case .lost:
        left -= 1
        if left > 0 { read() } else { end(.failure(.unanswered(subject: entry.key))) }
      case .failed(let error): end(.failure(error))
      }
    }
  }
}
