import ClusterControl
import ClusterPayloads
import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// A cluster as the edge sees it: a NATS server, a store by which the test writes what nodes write, and an edge.
final class FrontCluster: Sendable {
  private let server: NATSServer
  private let bench: NATSBench
  private let store: any ClusterStore
  private let edge: EdgeAgent
  private let edgeStore: any ClusterStore
  private let events = Locked<[EdgeEvent]>([])
  private let writes = Locked(0)

  /// Starts the server, writes the layout, and opens the edge.
  init(_ kamailios: [FrontKamailio], times: KamailioTimes = KamailioTimes()) throws {
    server = try NATSServer()
    try server.start()
    bench = try NATSBench([server.address])
    store = try bench.makeStore()
    // The edge makes no streams.
    edgeStore = try bench.makeStore(servers: nil, streams: [])
    let events = events
    edge = EdgeAgent(store: edgeStore, sockets: kamailios.map(\.socket), times: times, seed: 5) { event in
      events.withLock { $0.append(event) }
    }
    let isReady = Locked(false)
    bench.on(store) { [store] in
      store.open(watching: [.slots]) { event in if case .snapshot = event { isReady.withLock { $0 = true } } }
    }
    try #require(bench.wait(.seconds(20)) { isReady.withLock { $0 } }, "no engine")
    try write(.slots, "layout", ClusterLayout(digits: 3, era: Incarnation(high: 1, low: 1)).payload)
    bench.on(edgeStore) { [edge] in edge.open() }
  }

  /// Ends the edge; `deinit` of the parts ends the processes.
  func close() {
    bench.on(edgeStore) { [edge] in edge.close() }
    bench.on(store) { [store] in store.close() }
  }

  /// Writes a node's record.
  func node(_ life: NodeLife, _ state: NodeRecord.State = .active, dead: Bool = false, sip: String) throws {
    let record = NodeRecord(
      incarnation: life.incarnation, beat: 1, state: state, isDead: dead, profile: NodeProfile(sip: ["sip:\(sip)"]))
    try write(.nodes, life.node.text, record.payload)
  }

  /// Writes the owner of a line's slot.
  func own(_ line: String, _ owner: NodeLife?, lent: [(line: String, borrower: NodeLife)] = []) throws {
    let slot = Slot(of: line, digits: 3)
    try write(.slots, slot.description, SlotRecord(owner: owner, fence: 1, lent: LentLines(lent)).payload)
  }

  /// Waits until the edge has told of something.
  func tells(within limit: Duration = .seconds(20), _ condition: ([KamailioNote]) -> Bool) -> Bool {
    Patience.wait(limit) { condition(notes) }
  }

  /// Waits until each Kamailio has what the map says.
  func isFilled() throws {
    let isFilled = Patience.wait(.seconds(20)) {
      let answer = Locked(false)
      bench.on(edgeStore) { [edge] in
        let value = edge.isFilled
        answer.withLock { $0 = value }
      }
      return answer.withLock { $0 }
    }
    try #require(isFilled, "\(events.withLock { $0 })")
  }

  var notes: [KamailioNote] {
    events.withLock { events in
      events.compactMap { if case .kamailio(_, let note) = $0 { note } else { nil } }
    }
  }

  var told: String { events.withLock { "\($0)" } }

  private func write(_ bucket: ClusterBucket, _ key: String, _ value: [UInt8]) throws {
    let number = writes.withLock { writes in
      writes += 1
      return writes
    }
    let outcome = Locked<BucketWriteOutcome?>(nil)
    bench.on(store) { [store] in
      let write = BucketWrite(bucket: bucket, key: key, value: value, condition: .always, id: "front \(number)")
      store.write(write, within: .seconds(10)) { result in outcome.withLock { $0 = result } }
    }
    try #require(bench.wait(.seconds(15)) { outcome.withLock { $0 } != nil }, "no outcome of \(key)")
    guard case .stored = outcome.withLock({ $0 }) else {
      Issue.record("\(key): \(String(describing: outcome.withLock { $0 }))")
      return
    }
  }
}
