import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// The second connection of a store, on which records and connected calls go out together.
@Suite(.serialized, .enabled(if: NATSServer.program != nil, NATSServer.absence), .timeLimit(.minutes(5)))
struct NATSBatchTests {
  private func makeBench(_ server: NATSServer) throws -> NATSBench {
    try NATSBench([server.address]) { $0.sendsBatches = true }
  }

  @Test(arguments: StoreBehaviour.all) func `keeps each promise`(_ behaviour: StoreBehaviour) throws {
    let server = try NATSServer()
    try server.start()
    try behaviour.check(makeBench(server))
  }

  /// Returns the outcomes of records that are given to a store at once.
  private func add(_ range: Range<Int>, _ hands: StoreHands) -> Locked<[Int: ClusterStoreError?]> {
    let outcomes = Locked<[Int: ClusterStoreError?]>([:])
    let store = hands.store
    hands.bench.on(store) {
      for number in range {
        let record = ClusterRecord(key: "a3f.line-\(number % 7)", body: Array("\(number)".utf8), id: "\(number):ended")
        store.add(record, within: .seconds(30)) { error in outcomes.withLock { $0[number] = error } }
      }
    }
    return outcomes
  }

  private func stored(_ hands: StoreHands) throws -> [String] {
    var (read, last): ([String], UInt64) = ([], 0)
    while true {
      let page = try hands.records(">", after: last)
      read += page.records.map { String(decoding: $0.body, as: UTF8.self) }
      guard !page.isLast, let record = page.records.last else { return read }
      last = record.sequence
    }
  }

  @Test func `the stream has each of many records once, also those that were sent before a restart of the server`() throws {
    let server = try NATSServer()
    try server.start()
    let hands = try StoreHands(makeBench(server))
    let first = add(0..<500, hands)
    #expect(hands.bench.wait(.seconds(20)) { first.withLock { $0.count == 500 } })
    // Records on their way are lost with the server, or it has them and its answers are lost.
    let second = add(500..<1_000, hands)
    server.kill(SIGKILL)
    #expect(hands.hears { $0.contains(where: \.isDisconnect) })
    try server.start()
    #expect(hands.bench.wait(.seconds(40)) { second.withLock { $0.count == 500 } })
    // The answers may have come before the server ended.
    #expect(hands.hears { $0.count(where: { $0 == .connected }) > 1 })
    #expect((first.withLock { Array($0.values) } + second.withLock { Array($0.values) }).allSatisfy { $0 == nil })
    #expect(try stored(hands).compactMap { Int($0) }.sorted() == Array(0..<1_000))
    hands.close()
  }

  @Test func `a server that takes one connection alone is none`() throws {
    let server = try NATSServer("max_connections: 1")
    try server.start()
    let bench = try makeBench(server)
    let store = try bench.makeStore()
    let events = Locked<[ClusterStoreEvent]>([])
    bench.on(store) { store.open(watching: []) { event in events.withLock { $0.append(event) } } }
    #expect(bench.wait(.seconds(20)) { events.withLock { $0.contains(where: \.isDisconnect) } })
    #expect(events.withLock { !$0.contains(.connected) })
    bench.on(store) { store.close() }
  }
}
