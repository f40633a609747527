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
}
