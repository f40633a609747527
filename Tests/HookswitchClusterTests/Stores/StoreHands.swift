import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// A store under test with functions that wait for outcomes.
struct StoreHands {
  let bench: any ClusterBench
  let store: any ClusterStore
  /// The events so far.
  let events = Locked<[ClusterStoreEvent]>([])

  /// Makes a store, and waits until it is connected and has told of all that it watches.
  init(_ bench: any ClusterBench, watching: [ClusterBucket] = [.nodes, .slots]) throws {
    try self.init(bench, store: bench.makeStore(), watching: watching)
  }

  init(_ bench: any ClusterBench, store: any ClusterStore, watching: [ClusterBucket]) throws {
    self.bench = bench
    self.store = store
    open(watching)
    let events = events
    let isReady = bench.wait(.seconds(20)) {
      events.withLock { events in events.contains(.connected) && events.count(where: \.isSnapshot) >= watching.count }
    }
    try #require(isReady, "no snapshots: \(events.withLock { $0 })")
  }

  private func open(_ watching: [ClusterBucket]) {
    let (store, events) = (store, events)
    bench.on(store) {
      store.open(watching: watching) { event in events.withLock { $0.append(event) } }
    }
  }

  /// Ends the store.
  func close() {
    let store = store
    bench.on(store) { store.close() }
  }

  /// Begins something on the lane, and waits for what it hands over.
  func outcome<Value: Sendable>(
    within limit: Duration = .seconds(20), _ begin: @escaping @Sendable (any ClusterStore, @escaping @Sendable (Value) -> Void) -> Void
  ) throws -> Value {
    let box = Locked<[Value]>([])
    let store = store
    bench.on(store) { begin(store) { value in box.withLock { $0.append(value) } } }
    try #require(bench.wait(limit) { !box.withLock { $0.isEmpty } }, "no outcome")
    return try #require(box.withLock { $0.first })
  }

  func write(
    _ key: String, _ value: String?, _ condition: BucketWrite.Condition, id: String, bucket: ClusterBucket = .slots
  ) throws -> BucketWriteOutcome {
    let write = BucketWrite(bucket: bucket, key: key, value: value.map { Array($0.utf8) }, condition: condition, id: id)
    return try outcome { store, then in store.write(write, within: .seconds(10), then: then) }
  }

  /// Writes a key and returns its revision.
  func stored(_ key: String, _ value: String?, _ condition: BucketWrite.Condition, id: String) throws -> UInt64 {
    let outcome = try write(key, value, condition, id: id)
    guard case .stored(let revision) = outcome else {
      Issue.record("\(key): \(outcome)")
      return 0
    }
    return revision
  }

  func readAll(_ bucket: ClusterBucket = .slots) throws -> [ClusterEntry] {
    try outcome { store, then in store.readAll(bucket, within: .seconds(15), then: then) }.get()
  }

  func request(_ subject: String, _ text: String, within limit: Duration = .seconds(5)) throws -> Result<ClusterMessage, ClusterStoreError>
  {
    let message = ClusterMessage(subject: subject, headers: [.init("Hsw-Id", "7")], body: Array(text.utf8))
    return try outcome { store, then in store.request(message, within: limit, then: then) }
  }

  /// Listens to a subject, and returns when the engine knows.
  @discardableResult
  func listen(_ subject: String, _ hear: @escaping @Sendable (any ClusterStore, ClusterMessage) -> Void) throws -> ClusterListener {
    let listener = try outcome { (store, then: @Sendable (ClusterListener) -> Void) in
      then(store.listen(to: subject) { [weak store] message in if let store { hear(store, message) } })
    }
    // The engine takes a connection's messages in their order: this one shows that it has the subscription. No answer is due.
    _ = try request("$JS.API.STREAM.INFO.\(bench.names.stream(.slots))", "", within: .seconds(1))
    return listener
  }

  func add(_ key: String, _ text: String, id: String) throws -> ClusterStoreError? {
    try outcome { store, then in store.add(ClusterRecord(key: key, body: Array(text.utf8), id: id), within: .seconds(10), then: then) }
  }

  func records(_ key: String, after sequence: UInt64 = 0, limit: Int = 1_000) throws -> RecordPage {
    try outcome { store, then in store.records(key, after: sequence, limit: limit, then: then) }.get()
  }

  /// Waits until the events satisfy a condition.
  func hears(_ limit: Duration = .seconds(20), _ condition: @escaping @Sendable ([ClusterStoreEvent]) -> Bool) -> Bool {
    let events = events
    return bench.wait(limit) { condition(events.withLock { $0 }) }
  }
}

extension ClusterStoreEvent {
  var isSnapshot: Bool {
    if case .snapshot = self { return true }
    return false
  }

  /// The key, value and revision of a change.
  var change: ClusterEntry? {
    if case .changed(_, let entry) = self { return entry }
    return nil
  }
}

extension ClusterEntry {
  /// The value as text; nil for a removed key.
  var text: String? { value.map { String(decoding: $0, as: UTF8.self) } }
}

extension ClusterMessage {
  var text: String { String(decoding: body, as: UTF8.self) }
}
