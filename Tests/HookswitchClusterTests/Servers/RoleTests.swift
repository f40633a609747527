import Foundation
import HookswitchCluster
import Locking
import StoreTrials
import Testing

/// The shipped roles, over TLS with NKeys: each role does what it must, and tries what it may not.
@Suite(.serialized, .enabled(if: NATSServer.program != nil, NATSServer.absence), .timeLimit(.minutes(5)))
struct RoleTests {
  /// Opens a store that may only read, and waits for the connection.
  private func open(_ bench: NATSBench, watching: [ClusterBucket]) throws -> StoreHands {
    try StoreHands(bench, store: bench.makeStore(servers: nil, streams: []), watching: watching)
  }

  /// Sends a message that its role may not send; nothing answers.
  private func expectRefused(_ hands: StoreHands, _ subject: String, _ body: String = "") throws {
    let answer = try hands.request(subject, body, within: .milliseconds(400))
    #expect(answer == .failure(.unanswered(subject: subject)), "\(subject)")
  }

  @Test func `a node works, and removes nothing`() throws {
    let server = try RoleServer()
    let hands = try StoreHands(server.bench(.node))
    let revision = try hands.stored("a3f", "x", .revision(0), id: "1")
    #expect(try hands.add("a3f.agent-9", "call", id: "1") == nil)
    _ = try hands.listen("hsw.acme.v1.slot.a3f") { store, message in
      store.publish(ClusterMessage(subject: message.reply ?? "", body: message.body))
    }
    let other = try StoreHands(server.bench(.otherNode))
    #expect(try other.request("hsw.acme.v1.slot.a3f", "hello").get().text == "hello")
    for verb in ["DELETE", "PURGE", "SNAPSHOT"] { try expectRefused(hands, "$JS.API.STREAM.\(verb).KV_hsw_acme_slots") }
    try expectRefused(hands, "$JS.API.STREAM.MSG.DELETE.KV_hsw_acme_slots", "{\"seq\":\(revision)}")
    #expect(hands.hears { $0.contains(where: \.isRefusal) })
    #expect(try hands.readAll().map(\.revision) == [revision])
    // The server's own account is another one.
    try expectRefused(hands, "$SYS.REQ.SERVER.PING")
    hands.close()
    other.close()
  }

  @Test func `an edge reads the map, and writes and hears nothing else`() throws {
    let server = try RoleServer()
    let node = try StoreHands(server.bench(.node))
    let first = try node.stored("a3f", "1", .revision(0), id: "1")
    let edge = try open(server.bench(.edge), watching: [.slots, .nodes])
    #expect(try edge.readAll().map(\.text) == ["1"])
    let second = try node.stored("a3f", "2", .revision(first), id: "2")
    #expect(edge.hears { $0.compactMap(\.change).map(\.revision) == [second] })
    // It writes no key, not even without a condition.
    try expectRefused(edge, "$KV.hsw_acme_slots.a3f", "mine")
    try expectRefused(edge, "hsw.acme.v1.record.a3f.agent-9", "a record")
    try expectRefused(edge, "$JS.API.STREAM.DELETE.KV_hsw_acme_slots")
    try expectRefused(edge, "$JS.API.STREAM.MSG.GET.KV_hsw_acme_lines", "{\"last_by_subj\":\"$KV.hsw_acme_lines.a\"}")
    try expectRefused(edge, "$JS.API.CONSUMER.CREATE.KV_hsw_acme_lines", "{\"stream_name\":\"KV_hsw_acme_lines\",\"config\":{}}")
    try expectRefused(edge, "$JS.API.CONSUMER.CREATE.HSW_acme_records", "{\"stream_name\":\"HSW_acme_records\",\"config\":{}}")
    // It hears no request to a node, and no settings of lines.
    let heard = Locked<[String]>([])
    for subject in ["hsw.acme.v1.slot.>", "hsw.acme.v1.node.>", "hsw.acme.v1.lines.>", "hsw.acme.v1.record.>", "$KV.>"] {
      _ = try edge.listen(subject) { _, message in heard.withLock { $0.append(message.subject) } }
    }
    #expect(try node.request("hsw.acme.v1.slot.a3f", "x") == .failure(.nobodyThere(subject: "hsw.acme.v1.slot.a3f")))
    #expect(try node.add("a3f.agent-9", "call", id: "1") == nil)
    _ = try node.write("a3f.agent-9", "settings", .revision(0), id: "3", bucket: .lines)
    let third = try node.stored("a3f", "3", .revision(second), id: "4")
    #expect(edge.hears { $0.compactMap(\.change).last?.revision == third })
    #expect(heard.withLock { $0 } == [])
    #expect(try node.readAll().map(\.text) == ["3"])
    node.close()
    edge.close()
  }

  @Test func `a reader of records reads records, and nothing else`() throws {
    let server = try RoleServer()
    let node = try StoreHands(server.bench(.node))
    #expect(try node.add("a3f.agent-9", "call", id: "1") == nil)
    let reader = try open(server.bench(.reader), watching: [])
    #expect(try reader.records(">").records.map(\.key) == ["a3f.agent-9"])
    try expectRefused(reader, "hsw.acme.v1.record.a3f.agent-9", "a record")
    try expectRefused(reader, "$KV.hsw_acme_slots.a3f", "mine")
    try expectRefused(reader, "$JS.API.STREAM.INFO.KV_hsw_acme_slots")
    try expectRefused(reader, "$JS.API.STREAM.PURGE.HSW_acme_records")
    try expectRefused(reader, "$JS.API.CONSUMER.CREATE.KV_hsw_acme_live", "{\"stream_name\":\"KV_hsw_acme_live\",\"config\":{}}")
    let heard = Locked(0)
    for subject in ["hsw.acme.v1.>", "hsw.acme.v1.map.>"] { _ = try reader.listen(subject) { _, _ in heard.withLock { $0 += 1 } } }
    _ = try node.stored("a3f", "1", .revision(0), id: "1")
    #expect(try reader.records(">").records.count == 1)
    #expect(heard.withLock { $0 } == 0)
    node.close()
    reader.close()
  }

  /// No key, an unknown key, a key of another kind, and a certificate that the node does not trust or that has another name.
  @Test func `a stranger is refused, and so is a server that is another`() throws {
    let server = try RoleServer()
    let (address, authorities) = (server.address, server.authorities)
    let unknown = try NKey(random: Array(repeating: 7, count: 32)).seed
    let known = try server.bench(.node).settings.seed
    let strangers: [(String, [String], (inout NATSSettings) -> Void)] = [
      ("no key", [address], { $0.authorities = authorities }),
      (
        "an unknown key", [address],
        { settings in
          settings.authorities = authorities
          settings.seed = { () throws(ClusterStoreError) -> String in unknown }
        }
      ),
      (
        "no seed at all", [address],
        { settings in
          settings.authorities = authorities
          settings.seed = { () throws(ClusterStoreError) -> String in "password" }
        }
      ),
      ("an authority that is not trusted", [address], { $0.seed = known }),
      (
        "another name than the certificate's", [address.replacingOccurrences(of: "127.0.0.1", with: "localhost")],
        { settings in
          settings.authorities = authorities
          settings.seed = known
        }
      ),
      ("no TLS", [server.server.address], { $0.seed = known }),
    ]
    for (name, servers, change) in strangers {
      let bench = try NATSBench(servers, change: change)
      let store = try bench.makeStore()
      let events = Locked<[ClusterStoreEvent]>([])
      bench.on(store) { store.open(watching: []) { event in events.withLock { $0.append(event) } } }
      #expect(bench.wait(.seconds(20)) { !events.withLock { $0.isEmpty } })
      guard case .disconnected(let reason) = events.withLock({ $0.first }) else {
        Issue.record("\(name): \(events.withLock { $0 })")
        continue
      }
      #expect(!reason.contains(unknown) && !reason.contains("password"), "\(reason)")
      bench.on(store) { store.close() }
    }
  }

  @Test func `the shipped files name every role, and no key`() throws {
    let roles = try String(contentsOf: RoleServer.shipped("roles.conf"), encoding: .utf8)
    for role in RoleServer.Role.allCases { #expect(roles.contains("\"@\(role.rawValue)@\"")) }
    #expect(!roles.contains("nkey = \"U"))
  }
}

extension ClusterStoreEvent {
  var isRefusal: Bool {
    if case .problem(.refused) = self { return true }
    return false
  }
}
