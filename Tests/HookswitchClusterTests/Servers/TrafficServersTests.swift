import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import Locking
import Testing

/// A node with a second group of servers for what grows with its calls (`traffic-servers`).
@Suite(.serialized, .enabled(if: NATSServer.program != nil, NATSServer.absence))
struct TrafficServersTests {
  private func member(_ first: NATSServer, _ second: NATSServer) throws -> ClusterMember {
    let names = try ClusterNames(cluster: "acme")
    var settings = MemberSettings(names: names, node: "a1", engine: try NATSSettings(servers: [first.address], name: "a1"))
    settings.traffic = try NATSSettings(servers: [second.address], name: "a1")
    (settings.times.beat, settings.times.lease, settings.times.margin) = (1_000, 5_000, 1_000)
    return try ClusterMember(settings)
  }

  private func outcome<Value: Sendable>(
    _ store: any ClusterStore, _ body: @escaping @Sendable (@escaping @Sendable (Value) -> Void) -> Void
  )
    -> Value?
  {
    let held = Locked<Value?>(nil)
    store.lane.run { body { value in held.withLock { $0 = value } } }
    _ = Patience.wait(.seconds(15)) { held.withLock { $0 != nil } }
    return held.withLock { $0 }
  }

  @Test("leases, slots and lines stay on the first servers; connected calls and records go to the second")
  func split() throws {
    let (first, second) = (try NATSServer(), try NATSServer())
    try first.start()
    try second.start()
    let member = try member(first, second)
    defer { member.close() }
    let events = Locked<[ClusterShellEvent]>([])
    var around = MemberSurroundings()
    around.news = { event in events.withLock { $0.append(event) } }
    member.open(around)
    try #require(Patience.wait(.seconds(60)) { member.gate.ownedSlots().count == 4_096 })
    try #require(Patience.wait(.seconds(10)) { member.standing.traffic?.isConnected == true })
    #expect(member.standing.isConnected && member.standing.traffic?.reason == nil)

    let record = ClusterRecord(key: "a3f.agent-9", body: Array(#"{"call":"x"}"#.utf8), id: "x:ended")
    let added: Result<UInt64, ClusterStoreError>? = outcome(member.trafficStore) { then in
      member.trafficStore.append(record, within: .seconds(10), then: then)
    }
    #expect(try added?.get() == 1)
    let live = BucketWrite(bucket: .live, key: "a3f.agent-9", value: [0x5b, 0x5d], condition: .always, id: "l1")
    let written: BucketWriteOutcome? = outcome(member.trafficStore) { then in
      member.trafficStore.write(live, within: .seconds(10), then: then)
    }
    #expect(written == .stored(revision: 1))
    let line = BucketWrite(bucket: .lines, key: "a3f.agent-9", value: Array("{}".utf8), condition: .always, id: "l2")
    let kept: BucketWriteOutcome? = outcome(member.store) { then in member.store.write(line, within: .seconds(10), then: then) }
    #expect(kept == .stored(revision: 1))
    #expect(streams(first) == ["KV_hsw_acme_lines", "KV_hsw_acme_nodes", "KV_hsw_acme_slots"])
    // Connected calls are in the server's memory.
    #expect(streams(second) == ["HSW_acme_records"])

    // The second servers are away: the node has its lease still, and takes calls.
    second.kill(SIGKILL)
    try #require(Patience.wait(.seconds(20)) { member.standing.traffic?.isConnected == false })
    #expect(member.standing.isConnected && member.standing.traffic?.reason != nil)
    #expect(member.gate.look(at: "alice", for: .start) == .mine)
    try second.start()
    #expect(Patience.wait(.seconds(20)) { member.standing.traffic?.isConnected == true })
    #expect(events.withLock { $0.filter { if case .trafficConnection = $0 { true } else { false } }.count } == 3)
  }

  /// The names of a server's streams, which are folders of its store.
  private func streams(_ server: NATSServer) -> [String] {
    let folder = server.folder.appending(path: "store/jetstream/$G/streams").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
