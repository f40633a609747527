import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import HookswitchCore
import HostService
import HostSurface
import Locking
import StoreTrials
import StrictJSON
import Testing

/// Events of lines of other nodes.
@Suite struct WatchTests {
  private static let line = "agent-9"

  private func subscribe(_ team: GatewayTeam, _ client: TeamClient) async throws -> JSONValue {
    try await team.call(client, "events.subscribe", #"{"topics": ["line", "call"], "lines": ["\#(Self.line)"]}"#).value()
  }

  private func start(_ team: GatewayTeam, _ host: TeamHost) async throws {
    _ = try await team.call(
      host.open(), "call.start", #"{"handle": "1", "provider": "office", "line": "\#(Self.line)", "wait": "performed"}"#
    ).value()
  }

  /// Returns the number of calls in the newest state of the line.
  private func newest(_ client: TeamClient) throws -> Int? {
    try client.news().last { $0.name == "state" && $0.members["key"]?.string == Self.line }?.members["value"]?["calls"]?.array?.count
  }

  @Test("a session sees the calls of a line of another node as if they were here")
  func asIfLocal() async throws {
    let team = try GatewayTeam()
    let (asked, holder) = (try team.start("a1"), try team.start("a2"))
    team.give(Self.line, to: "a2")
    try await start(team, holder)
    let client = asked.open()
    let answer = try await subscribe(team, client)
    #expect(answer["states"]?.array?.first?["value"]?["calls"]?.array?.count == 1)
    let call = try #require(holder.calls.first?.uuid.uuidString)
    _ = try await team.call(asked.open(), "call.end", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await team.run(.milliseconds(100))
    let news = try client.news()
    #expect(news.contains { $0.name == "record" && $0.members["kind"]?.string == "ended" && $0.members["call"]?.string == call })
    let states = news.filter { $0.name == "state" }
    #expect(states.last?.members["value"]?["calls"]?.array?.isEmpty ?? true)
    // Nothing is read twice, and the subscription outlives several renewals.
    #expect(try client.news().isEmpty)
    await team.run(.seconds(60))
    try await start(team, holder)
    await team.run(.milliseconds(100))
    #expect(try newest(client) == 1)
  }

  @Test("after a loss of events the states come again")
  func loss() async throws {
    let team = try GatewayTeam()
    let (asked, holder) = (try team.start("a1"), try team.start("a2"))
    team.give(Self.line, to: "a2")
    let client = asked.open()
    _ = try await subscribe(team, client)
    team.bench.engine.set { $0.lostQuestions = 1_000 }
    try await start(team, holder)
    await team.run(.milliseconds(200))
    #expect(try newest(client) == nil)
    team.bench.engine.set { $0.lostQuestions = 0 }
    // Nothing follows that would show the gap: the next renewal does.
    await team.run(.seconds(20))
    #expect(try newest(client) == 1)
  }

  @Test("a subscription follows its line to another node, and ends at nodes that it left")
  func follows() async throws {
    let team = try GatewayTeam()
    let (asked, second, third) = (try team.start("a1"), try team.start("a2"), try team.start("a3"))
    team.give(Self.line, to: "a2")
    let client = asked.open()
    _ = try await subscribe(team, client)
    #expect(second.traffic.gateway.deliveryCount == 1)
    team.give(Self.line, to: "a3")
    await team.run(.seconds(3))
    #expect(second.traffic.gateway.deliveryCount == 0)
    try await start(team, third)
    await team.run(.milliseconds(100))
    #expect(try newest(client) == 1)
    // The owner is lost without a word.
    third.wire?.cut()
    team.map.withLock { $0.owners = [:] }
    await team.run(.seconds(20))
    team.give(Self.line, to: "a2")
    try await start(team, second)
    await team.run(.seconds(15))
    #expect(try newest(client) == 1)
    // And home.
    team.give(Self.line, to: "a1")
    try await start(team, asked)
    await team.run(.milliseconds(100))
    #expect(try newest(client) == 1)
  }

  @Test("a subscription that nobody renews ends by itself, and one that its session ends too")
  func ends() async throws {
    let team = try GatewayTeam()
    let (asked, holder) = (try team.start("a1"), try team.start("a2"))
    team.give(Self.line, to: "a2")
    let (first, second) = (asked.open(), asked.open())
    let answer = try await subscribe(team, first)
    let subscription = try #require(answer["subscription"]?.integer)
    _ = try await subscribe(team, second)
    // Both sessions share one subscription at the other node.
    #expect(holder.traffic.gateway.deliveryCount == 1)
    _ = try await team.call(first, "events.unsubscribe", #"{"subscription": \#(subscription)}"#).value()
    await team.run(.seconds(60))
    #expect(holder.traffic.gateway.deliveryCount == 1)
    second.session.close()
    await team.run(.seconds(60))
    #expect(holder.traffic.gateway.deliveryCount == 0)
    let third = asked.open()
    _ = try await subscribe(team, third)
    #expect(holder.traffic.gateway.deliveryCount == 1)
    asked.wire?.cut()
    await team.run(.seconds(60))
    #expect(holder.traffic.gateway.deliveryCount == 0)
  }

  @Test("a subscription answers without the states where their node is silent")
  func silence() async throws {
    let team = try GatewayTeam()
    let (asked, holder) = (try team.start("a1"), try team.start("a2"))
    team.give(Self.line, to: "a2")
    try await start(team, holder)
    holder.wire?.cut()
    let client = asked.open()
    let answer = try await subscribe(team, client)
    #expect(answer["states"]?.array?.isEmpty == true)
    holder.wire?.mend()
    await team.run(.seconds(20))
    #expect(try newest(client) == 1)
  }
}
