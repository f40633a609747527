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

/// The notifications of requests that other nodes perform, and the ids of incoming calls.
@Suite struct FollowTests {
  private static let line = "agent-9"

  private func makeTeam() throws -> (team: GatewayTeam, asked: TeamHost, holder: TeamHost) {
    let team = try GatewayTeam()
    let (asked, holder) = (try team.start("a1"), try team.start("a2"))
    team.give(Self.line, to: "a2")
    return (team, asked, holder)
  }

  private func requests(_ client: TeamClient) throws -> [JSONValue] {
    try client.news().filter { $0.name == NotificationName.request.rawValue }.map(\.members)
  }

  @Test("a session hears once that another node has performed its request")
  func endOfRequest() async throws {
    let (team, asked, holder) = try makeTeam()
    let (client, other) = (asked.open(), asked.open())
    let answer = try await team.call(client, "call.start", #"{"handle": "1", "provider": "office", "line": "\#(Self.line)"}"#).value()
    #expect(answer["state"]?.string == "accepted")
    await team.run(.seconds(2))
    let news = try requests(client)
    #expect(news.map { $0["state"]?.string } == ["performed"])
    #expect(news.first?["request"] == answer["request"])
    #expect(news.first?["call"] == answer["call"])
    await team.run(.seconds(60))
    #expect(try requests(client).isEmpty && requests(other).isEmpty)
    // The answer of a request that waits is its end already.
    let call = try #require(answer["call"]?.string)
    _ = try await team.call(client, "call.end", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await team.run(.seconds(2))
    #expect(try requests(client).isEmpty)
    #expect(holder.calls.isEmpty && asked.traffic.gateway.underWay == 0)
  }

  /// A source of a host whose lines are all its own.
  private struct Owner: LineStandingSource {
    func standing(of line: String, for addition: LineAddition) -> LineStanding { .mine }
    func lineIsIdle(_ line: String) {}
    func newCall(on line: String) -> CallID { CallSlot.newCall(on: line, digits: 3) }
  }

  @Test("the id of an incoming call ends with the digits of its line's slot, where the line is known")
  func incomingCalls() throws {
    var settings = HostSettings()
    settings.standings = Owner()
    let host = CallHost(clock: VirtualClock(), settings: settings)
    let provider = try host.register("office", delegate: WillingDelegate())
    func slot(_ called: String?) -> Slot? {
      CallSlot.slot(of: provider.newCall(to: called.map { Handle(parsing: $0) }), digits: 3)
    }
    var configuration = provider.configuration
    configuration.line = .called
    provider.configuration = configuration
    #expect(slot("sip:agent-9@example.org") == Slot(of: "agent-9", digits: 3))
    #expect(slot(nil) == Slot(of: "main", digits: 3))
    configuration.line = "desk"
    provider.configuration = configuration
    #expect(slot("sip:agent-9@example.org") == Slot(of: "desk", digits: 3))
    // Two calls of a line have different ids.
    #expect(provider.newCall(to: nil) != provider.newCall(to: nil))
  }
}
