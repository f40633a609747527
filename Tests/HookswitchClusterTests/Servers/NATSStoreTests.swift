import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// The store over libnats, with one server.
@Suite(.serialized, .enabled(if: NATSServer.program != nil, NATSServer.absence), .timeLimit(.minutes(5)))
struct NATSStoreTests {
  @Test(arguments: StoreBehaviour.all) func `keeps each promise`(_ behaviour: StoreBehaviour) throws {
    let server = try NATSServer()
    try server.start()
    try behaviour.check(NATSBench([server.address]))
  }

  @Test func `makes the streams of the design`() throws {
    let server = try NATSServer()
    try server.start()
    let bench = try NATSBench([server.address])
    let hands = try StoreHands(bench)
    for bucket in ClusterBucket.allCases {
      let info = try hands.streamInfo(bench.names.stream(bucket))
      #expect(info.contains("\"max_msgs_per_subject\":1"), "\(info)")
      #expect(info.contains(bucket == .live ? "\"storage\":\"memory\"" : "\"storage\":\"file\""), "\(info)")
      #expect(info.contains("\"dest\":\"\(bench.names.changes(bucket))\""), "\(info)")
      #expect(info.contains("\"num_replicas\":1"), "\(info)")
      #expect(info.contains("\"duplicate_window\":120000000000"), "\(info)")
    }
    let info = try hands.streamInfo(bench.names.records)
    #expect(info.contains("\"max_age\":604800000000000"), "\(info)")
    #expect(info.contains("\"subjects\":[\"hsw.acme.v1.record.>\"]"), "\(info)")
    hands.close()
  }

  /// The server ends and starts again on the same store: writes wait for it, watchers read again, listeners stay.
  @Test func `outlives a restart of the server`() throws {
    let server = try NATSServer()
    try server.start()
    let bench = try NATSBench([server.address])
    let hands = try StoreHands(bench)
    let heard = Locked(0)
    _ = try hands.listen("hsw.acme.v1.node.a1") { store, message in
      heard.withLock { $0 += 1 }
      store.publish(ClusterMessage(subject: message.reply ?? "", body: message.body))
    }
    let first = try hands.stored("a3f", "1", .revision(0), id: "1")
    server.kill(SIGKILL)
    #expect(hands.hears { $0.last?.isDisconnect == true })
    let outcomes = Locked<[BucketWriteOutcome]>([])
    let store = hands.store
    bench.on(store) {
      let write = BucketWrite(bucket: .slots, key: "a3f", value: Array("2".utf8), condition: .revision(first), id: "2")
      store.write(write, within: .seconds(20)) { outcome in outcomes.withLock { $0.append(outcome) } }
    }
    try server.start()
    #expect(bench.wait(.seconds(20)) { !outcomes.withLock { $0.isEmpty } })
    #expect(outcomes.withLock { $0 } == [.stored(revision: first + 1)])
    #expect(hands.hears { $0.count(where: \.isSnapshot) >= 4 && $0.image["a3f"] == "2" })
    #expect(try hands.request("hsw.acme.v1.node.a1", "still there").get().text == "still there")
    hands.close()
  }

  /// The server stands still for a moment, so that answers come late: the same id finds the write's outcome.
  @Test func `knows the outcome of a write whose answer came too late`() throws {
    let server = try NATSServer()
    try server.start()
    let bench = try NATSBench([server.address]) { $0.pingInterval = 60_000 }
    let hands = try StoreHands(bench)
    var revision = try hands.stored("a3f", "0", .revision(0), id: "0")
    for round in 1...3 {
      server.signal(SIGSTOP)
      let outcomes = Locked<[BucketWriteOutcome]>([])
      let store = hands.store
      let write = BucketWrite(bucket: .slots, key: "a3f", value: [1], condition: .revision(revision), id: "late \(round)")
      let sent = ContinuousClock.now
      bench.on(store) { store.write(write, within: .seconds(20)) { outcome in outcomes.withLock { $0.append(outcome) } } }
      // Two repetitions are on their way by then.
      #expect(Patience.wait(.seconds(5)) { ContinuousClock.now - sent > .milliseconds(1_200) })
      server.signal(SIGCONT)
      #expect(bench.wait(.seconds(20)) { !outcomes.withLock { $0.isEmpty } })
      #expect(outcomes.withLock { $0 } == [.stored(revision: revision + 1)])
      revision += 1
    }
    #expect(try hands.readAll().map(\.revision) == [revision])
    hands.close()
  }

  @Test func `names a stream with other settings`() throws {
    let server = try NATSServer()
    try server.start()
    let bench = try NATSBench([server.address])
    let other = try ClusterNames(cluster: "other")
    var plans = StreamPlan.all(bench.names, replicas: 1)
    plans[0].republish?.destination = other.changes(.nodes)
    let store = try bench.makeStore(servers: nil, streams: [plans[0]])
    let events = Locked<[ClusterStoreEvent]>([])
    bench.on(store) { store.open(watching: [.nodes]) { event in events.withLock { $0.append(event) } } }
    #expect(bench.wait(.seconds(20)) { events.withLock { $0.contains(where: \.isSnapshot) } })
    let second = try bench.makeStore(servers: nil, streams: StreamPlan.all(bench.names, replicas: 1))
    let problems = Locked<[ClusterStoreEvent]>([])
    bench.on(second) { second.open(watching: [.nodes]) { event in problems.withLock { $0.append(event) } } }
    #expect(bench.wait(.seconds(20)) { problems.withLock { $0.contains(where: \.isWrongStream) } })
    for store in [store, second] { bench.on(store) { store.close() } }
  }

  @Test func `names the server that cannot be reached`() throws {
    let bench = try NATSBench(["nats://127.0.0.1:\(LocalPort.next())"])
    let store = try bench.makeStore()
    let events = Locked<[ClusterStoreEvent]>([])
    bench.on(store) { store.open(watching: []) { event in events.withLock { $0.append(event) } } }
    #expect(bench.wait(.seconds(20)) { events.withLock { $0.contains(where: \.isDisconnect) } })
    guard case .disconnected(let reason) = events.withLock({ $0.first }) else { return }
    #expect(reason.hasPrefix("127.0.0.1:"))
    bench.on(store) { store.close() }
  }
}

extension StoreHands {
  /// The server's description of a stream.
  func streamInfo(_ name: String) throws -> String {
    let info = try outcome { store, then in
      store.request(ClusterMessage(subject: "$JS.API.STREAM.INFO.\(name)"), within: .seconds(5), then: then)
    }.get()
    // The server escapes this one character.
    return info.text.replacingOccurrences(of: "\\u003e", with: ">")
  }
}

extension ClusterStoreEvent {
  var isDisconnect: Bool {
    if case .disconnected = self { return true }
    return false
  }

  var isWrongStream: Bool {
    if case .problem(.wrongStream) = self { return true }
    return false
  }
}
