import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import HostService
import HostSurface
import Locking
import StoreTrials
import StrictJSON
import Testing

// The answers to subscriptions at other nodes, and the subscriptions that requests replace.
extension FeedTests {
  private static let page = #"{"filter": {"lines": ["\#(line)"]}}"#

  @Test("each of several requests that replace one another has one answer, also where no other node answers")
  func replacedRequests() async throws {
    let (team, asked, _) = try makeTeam()
    let call = CallSlot.newCall(on: Self.line, digits: 3).uuidString
    let client = asked.open()
    team.bench.engine.set { $0.lostQuestions = 1_000 }
    let pages = [try client.send("calls.subscribe", Self.page), try client.send("calls.subscribe", Self.page)]
    let levels = [
      try client.send("levels.subscribe", #"{"calls": ["\#(call)"]}"#), try client.send("levels.subscribe", #"{"calls": []}"#),
    ]
    await team.run(.milliseconds(100))
    let end = try client.send("calls.unsubscribe")
    #expect(await team.run(.seconds(25)) { (pages + levels + [end]).allSatisfy(\.isAnswered) })
    #expect(try (pages + levels.prefix(1)).map { try $0.error().data["why"]?.string } == ["replaced", "replaced", "replaced"])
    await team.run(.seconds(5))
    #expect((pages + levels + [end]).allSatisfy { $0.count == 1 })
  }

  @Test("a request that waits for another node has an answer when its own node stops")
  func stop() async throws {
    let (team, asked, _) = try makeTeam()
    let client = asked.open()
    defer { client.session.close() }
    team.bench.engine.set { $0.lostQuestions = 1_000 }
    let pending = try client.send("calls.subscribe", Self.page)
    await team.run(.milliseconds(100))
    asked.traffic.gateway.close()
    #expect(await team.run(.seconds(1)) { pending.isAnswered })
    #expect(try pending.error().data["why"]?.string == "stopping")
  }

  @Test("a node that stops ends the subscriptions to its calls too, so that the others look again at once")
  func stopOfHolder() async throws {
    let (team, asked, holder) = try makeTeam()
    let call = try await start(team, asked)
    let client = asked.open()
    defer { client.session.close() }
    _ = try await team.call(client, "levels.subscribe", #"{"calls": ["\#(call)"]}"#).value()
    #expect(holder.traffic.gateway.deliveryCount == 1 && asked.traffic.gateway.underWay == 0)
    holder.traffic.gateway.close()
    #expect(holder.traffic.gateway.deliveryCount == 0)
    #expect(await team.run(.seconds(2)) { asked.traffic.gateway.underWay == 1 })
  }

  @Test("a connection that subscribes to a line of another node takes no person's session, whose limits the subscription would pass")
  func sessionAfterwards() async throws {
    let (team, asked, _) = try makeTeam()
    let owner = asked.open()
    let invitation = try await team.call(owner, "session.invite", #"{"actor": "ann", "role": "viewer"}"#, within: .zero).value()
    let code = try #require(invitation["code"]?.string)
    _ = try await team.call(owner, "calls.subscribe", Self.page).value()
    #expect(try await team.call(owner, "session.open", #"{"code": "\#(code)"}"#, within: .zero).error().code == "wrongState")
  }

  // MARK: Refusals

  /// Starts a team whose first node has room for one subscription at another node, with a call there and two at the second node.
  private func makeNarrowTeam() async throws -> (team: GatewayTeam, asked: TeamHost, holder: TeamHost, calls: [String]) {
    let team = try GatewayTeam()
    let (asked, holder) = (try team.start("a1") { $0.watchLimit = 1 }, try team.start("a2"))
    team.give(Self.line, to: "a2")
    team.give("main", to: "a1")
    let near = try await team.call(asked.open(), "call.start", #"{"handle": "3", "provider": "office", "wait": "performed"}"#).value()
    let calls = [try #require(near["call"]?.string), try await start(team, asked), try await start(team, asked, "2")]
    return (team, asked, holder, calls)
  }

  private func levels(of calls: [String]) -> String { JSONValue.object(of: ["calls": .strings(calls)]).text }

  @Test("a subscription to levels that one node refuses leaves none")
  func refusedLevels() async throws {
    let (team, asked, holder, calls) = try await makeNarrowTeam()
    let client = asked.open()
    #expect(try await team.call(client, "levels.subscribe", levels(of: calls)).error().code == "tooMany")
    _ = try client.news()
    await pass(team, 1_000)
    #expect(try news(client, "levels").isEmpty)
    #expect(holder.traffic.gateway.deliveryCount == 0)
  }

  @Test("the late refusal of a replaced subscription to levels ends no newer one")
  func lateRefusal() async throws {
    let (team, asked, holder, calls) = try await makeNarrowTeam()
    let client = asked.open()
    let pending = [
      try client.send("levels.subscribe", levels(of: calls)), try client.send("levels.subscribe", levels(of: Array(calls.prefix(2)))),
    ]
    #expect(await team.run(.seconds(25)) { pending.allSatisfy(\.isAnswered) })
    #expect(throws: MethodError.self) { try pending[0].value() }
    #expect(try pending[1].value()["calls"]?.strings == Array(calls.prefix(2)))
    await pass(team, 1_000)
    let came = try news(client, "levels").flatMap { $0["levels"]?.array ?? [] }.compactMap { $0["call"]?.string }
    #expect(Set(came) == Set(calls.prefix(2)))
    #expect(holder.traffic.gateway.deliveryCount == 1)
  }

  @Test("a request with bad parameters leaves the subscription before it")
  func badParameters() async throws {
    let (team, asked, holder) = try makeTeam()
    let call = try await start(team, asked)
    let client = asked.open()
    _ = try await team.call(client, "levels.subscribe", levels(of: [call])).value()
    _ = try await team.call(client, "calls.subscribe", Self.page).value()
    let many = (0...50).map { _ in UUID().uuidString }
    #expect(try await team.call(client, "levels.subscribe", levels(of: many)).error().code == "tooMany")
    let bad = #"{"filter": {"lines": ["\#(Self.line)"]}, "limit": 0}"#
    #expect(try await team.call(client, "calls.subscribe", bad).error().code == "invalid")
    _ = try await team.call(holder.open(), "call.hold", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await pass(team, 1_000)
    #expect(try Set(client.news().map(\.name)) == ["levels", "calls"])
    #expect(holder.traffic.gateway.deliveryCount == 2)
  }

  @Test("a subscription to levels has a call that begins at its own node later")
  func futureCall() async throws {
    let team = try GatewayTeam()
    let asked = try team.start("a1")
    team.give("main", to: "a1")
    let (call, client) = (UUID().uuidString, asked.open())
    let pending = try client.send("levels.subscribe", levels(of: [call]))
    _ = try await team.call(
      client, "call.start", #"{"handle": "1", "provider": "office", "call": "\#(call)", "wait": "performed"}"#
    ).value()
    #expect(await team.run(.seconds(5)) { pending.isAnswered })
    await pass(team, 2_000)
    #expect(try news(client, "levels").last?["levels"]?.array?.map { $0["call"]?.string } == [call])
  }
}
