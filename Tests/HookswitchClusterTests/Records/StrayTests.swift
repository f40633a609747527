import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import HookswitchCore
import HostService
import Locking
import StoreTrials
import StrictJSON
import Testing

/// The bucket `live`, and the calls of nodes that are gone (K16).
@Suite struct StrayTests {
  private static let line = "agent-9"

  /// A team of two nodes, of which the second has a connected call.
  private func makeTeam() async throws -> (team: GatewayTeam, heir: TeamHost, holder: TeamHost, call: String) {
    let team = try GatewayTeam()
    let (heir, holder) = (try team.start("a1"), try team.start("a2"))
    team.give(Self.line, to: "a2")
    let request = try await team.call(
      holder.open(), "call.start", #"{"handle": "+12025550100", "provider": "office", "line": "\#(Self.line)", "wait": "performed"}"#
    ).value()
    let call = try #require(request["call"]?.string)
    await team.run(.milliseconds(100))
    #expect(live(team).isEmpty, "a call that is not connected")
    holder.host.provider("office")?.reportOutgoingCall(with: try #require(UUID(uuidString: call)), connectedAt: nil)
    await team.run(.milliseconds(100))
    return (team, heir, holder, call)
  }

  /// The calls in the bucket.
  private func live(_ team: GatewayTeam) -> [LiveCall] {
    let key = ClusterRecord.key(of: Self.line, digits: 3)
    return LiveCall.read(team.bench.engine.snapshot.last(team.bench.names.subject(.live, key)).map { Array($0.utf8) })
  }

  private func records(_ team: GatewayTeam) -> [CallRecordFacts] {
    let subject = team.bench.names.record(ClusterRecord.key(of: Self.line, digits: 3))
    return team.bench.engine.snapshot.last(subject).map { text in
      [CallRecordFacts(StoredRecord(key: "x", body: Array(text.utf8), sequence: 1, time: 0))].compactMap(\.self)
    } ?? []
  }

  private func strays(_ team: GatewayTeam, _ host: TeamHost) async throws -> [JSONValue] {
    try await team.call(host.open(), "call.list", #"{"line": "\#(Self.line)"}"#).value()["calls"]?.array ?? []
  }

  /// Takes the holder away: the heir hears it, and has the line.
  private func lose(_ team: GatewayTeam, _ heir: TeamHost, _ holder: TeamHost, isDead: Bool) async {
    holder.wire?.cut()
    heir.traffic.take(.effect(.nodeGone(holder.life, isDead: isDead)))
    team.give(Self.line, to: "a1")
    await team.run(.seconds(3))
  }

  @Test("a call that connects and ends within the time in which changes are gathered is not written")
  func short() async throws {
    let (team, _, holder, _) = try await makeTeam()
    team.give("desk", to: "a2")
    let before = team.bench.engine.snapshot.count(.live, team.bench.names)
    let client = holder.open()
    for _ in 0..<3 {
      let request = try await team.call(
        client, "call.start", #"{"handle": "1", "provider": "office", "line": "desk", "wait": "performed"}"#
      ).value()
      let call = try #require(request["call"]?.string)
      holder.host.provider("office")?.reportOutgoingCall(with: try #require(UUID(uuidString: call)), connectedAt: nil)
      _ = try await team.call(client, "call.end", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    }
    await team.run(.seconds(1))
    #expect(team.bench.engine.snapshot.count(.live, team.bench.names) == before)
  }

  @Test("a call that the first look finds, and that ends before the second one, is not written")
  func seenOnce() async throws {
    let (team, _, holder, _) = try await makeTeam()
    team.give("desk", to: "a2")
    await team.run(.seconds(1))
    let before = team.bench.engine.snapshot.count(.live, team.bench.names)
    let client = holder.open()
    let request = try await team.call(
      client, "call.start", #"{"handle": "1", "provider": "office", "line": "desk", "wait": "performed"}"#
    ).value()
    let call = try #require(request["call"]?.string)
    holder.host.provider("office")?.reportOutgoingCall(with: try #require(UUID(uuidString: call)), connectedAt: nil)
    await team.run(.milliseconds(70))
    _ = try await team.call(client, "call.end", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await team.run(.seconds(1))
    #expect(team.bench.engine.snapshot.count(.live, team.bench.names) == before)
  }

  @Test("a call is in the bucket from its connection to its end")
  func written() async throws {
    let (team, _, holder, call) = try await makeTeam()
    #expect(live(team).map(\.call) == [call])
    #expect(live(team).first?.holder == holder.life)
    #expect(live(team).map(\.isInFront) == [true])
    // A call that is held is not in front any more (K8).
    _ = try await team.call(holder.open(), "call.hold", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await team.run(.milliseconds(100))
    #expect(live(team).map(\.isInFront) == [false])
    _ = try await team.call(holder.open(), "call.end", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await team.run(.milliseconds(100))
    #expect(live(team).isEmpty)
  }

  @Test("an engine that lost its memory gets the calls again")
  func engineLost() async throws {
    let (team, _, _, call) = try await makeTeam()
    team.bench.engine.goBack(to: nil)
    team.bench.engine.stop()
    await team.run(.seconds(1))
    team.bench.engine.start()
    await team.run(.seconds(10))
    #expect(live(team).map(\.call) == [call])
  }

  @Test("an heir shows the calls of a node that is gone, until that node says that they ended")
  func ownWord() async throws {
    let (team, heir, holder, call) = try await makeTeam()
    await lose(team, heir, holder, isDead: false)
    let shown = try await strays(team, heir)
    #expect(shown.map { $0["call"]?.string } == [call])
    #expect(shown.first?["stray"] == .bool(true))
    #expect(shown.first?["node"]?.string == "a2")
    // The node is back in contact, and its call ends.
    holder.wire?.mend()
    await team.run(.seconds(10))
    #expect(try await strays(team, heir).count == 1)
    holder.host.provider("office")?.reportCall(with: try #require(UUID(uuidString: call)), endedAt: nil, reason: .remoteEnded)
    await team.run(.seconds(2))
    #expect(try await strays(team, heir).isEmpty)
    #expect(records(team).isEmpty)
  }

  @Test("the calls of a dead node end at once, and the heir writes their records")
  func dead() async throws {
    let (team, heir, holder, call) = try await makeTeam()
    await lose(team, heir, holder, isDead: true)
    await team.run(.seconds(2))
    #expect(try await strays(team, heir).isEmpty)
    #expect(live(team).isEmpty)
    let record = try #require(records(team).first)
    #expect(record.call == call)
    #expect(record.author == .heir)
    #expect(record.value["end"]?["cause"]?.string == "hostLost")
    #expect(record.value["node"]?.string == "a2")
  }

  @Test("a stray ends after its limit, or when an operator gives its node up", arguments: [true, false])
  func ends(byOperator: Bool) async throws {
    let (team, heir, holder, call) = try await makeTeam()
    await lose(team, heir, holder, isDead: false)
    #expect(heir.traffic.strays.calls.map(\.id) == [call])
    if byOperator {
      #expect(heir.traffic.strays.forget("a2") == 1)
    } else {
      team.bench.world.run(.seconds(14_300))
      #expect(heir.traffic.strays.calls.count == 1)
      team.bench.world.run(.seconds(200))
    }
    await team.run(.seconds(2))
    #expect(heir.traffic.strays.calls.isEmpty)
    #expect(records(team).first?.author == .heir)
  }

  @Test("two nodes with calls on one line keep each other's entries")
  func together() async throws {
    let (team, heir, holder, call) = try await makeTeam()
    team.give(Self.line, to: "a1")
    let request = try await team.call(
      heir.open(), "call.start", #"{"handle": "1", "provider": "office", "line": "\#(Self.line)", "wait": "performed"}"#
    ).value()
    let second = try #require(request["call"]?.string)
    heir.host.provider("office")?.reportOutgoingCall(with: try #require(UUID(uuidString: second)), connectedAt: nil)
    await team.run(.milliseconds(100))
    #expect(Set(live(team).map(\.call)) == [call, second])
    holder.host.provider("office")?.reportCall(with: try #require(UUID(uuidString: call)), endedAt: nil, reason: .remoteEnded)
    await team.run(.milliseconds(100))
    #expect(live(team).map(\.call) == [second])
  }

  @Test("the node of a stray knows whether the owner has a call in front (K8)")
  func fronts() async throws {
    let (team, heir, holder, _) = try await makeTeam()
    let fronts = holder.traffic.fronts
    func hasFront() -> Bool { fronts.hasFront(Self.line, of: "a1") }
    team.give(Self.line, to: "a1")
    #expect(hasFront(), "nothing is known yet")
    // The node has joined again, with a call of a line that the heir owns.
    holder.traffic.take(.effect(.leaseBegan))
    #expect(await team.run(.seconds(5)) { !hasFront() })
    let request = try await team.call(
      heir.open(), "call.start", #"{"handle": "1", "provider": "office", "line": "\#(Self.line)", "wait": "performed"}"#
    ).value()
    let second = try #require(request["call"]?.string)
    heir.host.provider("office")?.reportOutgoingCall(with: try #require(UUID(uuidString: second)), connectedAt: nil)
    #expect(await team.run(.seconds(5)) { hasFront() })
    _ = try await team.call(heir.open(), "call.hold", #"{"call": "\#(second)", "wait": "performed"}"#).value()
    #expect(await team.run(.seconds(5)) { !hasFront() })
    // Without a connection nothing is known.
    holder.wire?.cut()
    #expect(await team.run(.seconds(20)) { hasFront() })
    holder.wire?.mend()
    #expect(await team.run(.seconds(20)) { !hasFront() })
    #expect(holder.frontChanges.withLock { $0.count } >= 4)
    // The line is here again.
    team.give(Self.line, to: "a2")
    holder.traffic.take(.placesChanged(nil))
    #expect(hasFront())
  }
}
