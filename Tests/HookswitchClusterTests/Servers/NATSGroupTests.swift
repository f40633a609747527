import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// The store over libnats, with three servers.
@Suite(.serialized, .enabled(if: NATSServer.program != nil, NATSServer.absence), .timeLimit(.minutes(5)))
struct NATSGroupTests {
  /// The gaps of a leader that was killed were 4.4 to 6.7 s; the lease is 15 s.
  @Test func `goes on when the leader is killed`() throws {
    let group = try NATSGroup()
    let bench = try NATSBench(group.addresses, replicas: 3)
    let writer = try StoreHands(bench)
    let watcher = try StoreHands(bench, watching: [.slots])
    #expect(try writer.streamInfo(bench.names.stream(.slots)).contains("\"num_replicas\":3"))
    var revision = try writer.stored("a3f", "0", .revision(0), id: "0")
    let victim = try group.leader(of: bench.names.stream(.slots), writer)
    var longest = Duration.zero
    for number in 1...60 {
      if number == 20 { group.servers[victim].kill(SIGKILL) }
      let begin = ContinuousClock.now
      let next = try writer.stored("a3f", "\(number)", .revision(revision), id: "\(number)")
      longest = max(longest, ContinuousClock.now - begin)
      #expect(next == revision + 1)
      revision = next
    }
    print("longest wait of a write over the election: \(longest)")
    #expect(longest < .seconds(10))
    #expect(watcher.hears { $0.image["a3f"] == "60" })
    #expect(try watcher.readAll().map(\.revision) == [revision])
    writer.close()
    watcher.close()
  }

  @Test func `goes on after the whole engine stood still for six seconds`() throws {
    let group = try NATSGroup()
    let bench = try NATSBench(group.addresses, replicas: 3)
    let writer = try StoreHands(bench)
    let first = try writer.stored("a3f", "0", .revision(0), id: "0")
    for server in group.servers { server.signal(SIGSTOP) }
    let begin = ContinuousClock.now
    let outcomes = Locked<[BucketWriteOutcome]>([])
    let store = writer.store
    bench.on(store) {
      let write = BucketWrite(bucket: .slots, key: "a3f", value: [1], condition: .revision(first), id: "1")
      store.write(write, within: .seconds(30)) { outcome in outcomes.withLock { $0.append(outcome) } }
    }
    #expect(Patience.wait(.seconds(10)) { ContinuousClock.now - begin > .seconds(6) })
    for server in group.servers { server.signal(SIGCONT) }
    #expect(bench.wait(.seconds(30)) { !outcomes.withLock { $0.isEmpty } })
    // The servers elect leaders anew, which takes a busy machine longer: the write's own limit bounds the time.
    #expect(outcomes.withLock { $0 } == [.stored(revision: first + 1)])
    writer.close()
  }

  /// Servers of a cluster judge the condition before they know the id, so a repetition loses against itself.
  @Test func `takes a repetition under the same id once`() throws {
    let group = try NATSGroup()
    let bench = try NATSBench(group.addresses, replicas: 3)
    let writer = try StoreHands(bench)
    let first = try writer.stored("a3f", "one", .revision(0), id: "same")
    for _ in 0..<5 { #expect(try writer.write("a3f", "one", .revision(0), id: "same") == .stored(revision: first)) }
    #expect(try writer.readAll().map(\.revision) == [first])
    writer.close()
  }

  /// A server that does not lead a stream learns from the next write that one is stored: it is a write behind for as long as writes come.
  @Test func `reads a bucket to its end while writes never stop`() throws {
    let group = try NATSGroup()
    let bench = try NATSBench(group.addresses, replicas: 3)
    let writer = try StoreHands(bench)
    let reader = try StoreHands(bench)
    _ = try writer.stored("still", "1", .revision(0), id: "still")
    let writes = EndlessWrites(writer.store, key: "beat")
    bench.on(writer.store) { writes.next(after: 0) }
    // Each read has a consumer of its own, on any of the servers.
    for _ in 0..<8 {
      let before = writes.revision
      let entries = try reader.readAll()
      #expect(entries.map(\.key).sorted() == ["beat", "still"])
      #expect(entries.contains { $0.revision >= before })
    }
    writes.stop()
    writer.close()
    reader.close()
  }
}

/// Writes of one key, each of which begins a moment after the one before it is stored.
private final class EndlessWrites: Sendable {
  private let store: any ClusterStore
  private let key: String
  private let state = Locked<(revision: UInt64, isStopped: Bool)>((0, false))

  init(_ store: any ClusterStore, key: String) {
    self.store = store
    self.key = key
  }

  /// The revision of the last write.
  var revision: UInt64 { state.withLock { $0.revision } }

  func stop() { state.withLock { $0.isStopped = true } }

  /// Writes the key, which has a revision; called on the store's lane.
  func next(after revision: UInt64) {
    let write = BucketWrite(bucket: .slots, key: key, value: [1], condition: .revision(revision), id: "beat \(revision)")
    store.write(write, within: .seconds(10)) { [self] outcome in
      guard case .stored(let stored) = outcome else { return }
      let isStopped = state.withLock { state in
        state.revision = stored
        return state.isStopped
      }
      if !isStopped { store.lane.after(.milliseconds(250)) { [self] in next(after: stored) } }
    }
  }
}
