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

/// Levels, pages of calls and the flight recorder of lines and calls that another node has.
@Suite struct FeedTests {
  static let line = "agent-9"

  func makeTeam() throws -> (team: GatewayTeam, asked: TeamHost, holder: TeamHost) {
    let team = try GatewayTeam()
    let (asked, holder) = (try team.start("a1"), try team.start("a2"))
    team.give(Self.line, to: "a2")
    return (team, asked, holder)
  }

  func start(_ team: GatewayTeam, _ host: TeamHost, _ handle: String = "1", call: String? = nil) async throws -> String {
    let named = call.map { #", "call": "\#($0)""# } ?? ""
    let request = try await team.call(
      host.open(), "call.start",
      #"{"handle": "\#(handle)", "provider": "office", "line": "\#(Self.line)", "wait": "performed"\#(named)}"#
    ).value()
    let id = try #require(request["call"]?.string)
    for host in team.hosts.withLock({ $0 }) where host.calls.contains(where: { $0.uuid.uuidString == id }) {
      host.host.provider("office")?.reportOutgoingCall(with: try #require(UUID(uuidString: id)), connectedAt: nil)
    }
    await team.run(.milliseconds(20))
    return id
  }

  /// Lets the hosts' clocks and the world go on together.
  func pass(_ team: GatewayTeam, _ milliseconds: Int) async {
    for _ in 0..<milliseconds / 100 {
      for host in team.hosts.withLock({ $0 }) {
        await host.clock.advance(by: .milliseconds(100))
        await host.host.flushJournals()
      }
      await team.run(.milliseconds(100))
    }
  }

  func news(_ client: TeamClient, _ name: String) throws -> [JSONValue] {
    try client.news().filter { $0.name == name }.map(\.members)
  }

  // MARK: Levels

  @Test("the levels of a call at another node come, the newest only, until the session wants none")
  func levels() async throws {
    let (team, asked, holder) = try makeTeam()
    let call = try await start(team, asked)
    let client = asked.open()
    let answer = try await team.call(client, "levels.subscribe", #"{"calls": ["\#(call)"]}"#).value()
    #expect(answer["calls"]?.strings == [call])
    await pass(team, 1_000)
    let levels = try news(client, "levels")
    #expect(levels.count == 1)
    #expect(levels.first?["levels"]?.array?.first?["call"]?.string == call)
    _ = try await team.call(client, "levels.subscribe", #"{"calls": []}"#).value()
    await pass(team, 500)
    #expect(try news(client, "levels").isEmpty)
    #expect(holder.traffic.gateway.deliveryCount == 0)
  }

  @Test("levels of calls here and elsewhere come to one session; a call that no node knows may begin here later")
  func mixedLevels() async throws {
    let (team, asked, _) = try makeTeam()
    team.give("main", to: "a1")
    let far = try await start(team, asked)
    let near = try await team.call(asked.open(), "call.start", #"{"handle": "2", "provider": "office", "wait": "performed"}"#).value()
    let here = try #require(near["call"]?.string)
    let unknown = UUID().uuidString
    let client = asked.open()
    let answer = try await team.call(client, "levels.subscribe", #"{"calls": ["\#(far)", "\#(here)", "\#(unknown)"]}"#).value()
    #expect(answer["calls"]?.strings == [far, here, unknown])
    await pass(team, 2_000)
    let calls = try news(client, "levels").flatMap { $0["levels"]?.array ?? [] }.compactMap { $0["call"]?.string }
    #expect(Set(calls) == [far, here, unknown])
  }

  @Test("the levels of a call whose id leads nowhere are found by a question to all")
  func foreignLevels() async throws {
    let (team, asked, _) = try makeTeam()
    let id = "00000000-0000-4000-8000-000000000000"
    _ = try await start(team, asked, call: id)
    let client = asked.open()
    _ = try await team.call(client, "levels.subscribe", #"{"calls": ["\#(id)"]}"#).value()
    await pass(team, 1_000)
    #expect(try news(client, "levels").last?["levels"]?.array?.first?["call"]?.string == id)
  }

  // MARK: Pages

  @Test("a page of calls of another node's line follows its changes; a slow session gets them as one")
  func pages() async throws {
    let (team, asked, _) = try makeTeam()
    let first = try await start(team, asked)
    let client = asked.open()
    let page = try await team.call(client, "calls.subscribe", #"{"filter": {"lines": ["\#(Self.line)"]}}"#).value()
    #expect(page["calls"]?.array?.compactMap { $0["call"]?.string } == [first])
    #expect(page["revision"]?.integer == 1)
    _ = try await team.call(asked.open(), "call.hold", #"{"call": "\#(first)", "wait": "performed"}"#).value()
    await pass(team, 300)
    let second = try await start(team, asked, "2")
    await pass(team, 300)
    let changes = try news(client, "calls")
    let change = try #require(changes.first)
    #expect(changes.count == 1 && change["from"]?.integer == 1 && change["revision"]?.integer == 2)
    #expect(change["order"]?.strings == [first, second])
    let states = change["calls"]?.array?.map { [$0["call"]?.string, $0["state"]?.string] }
    #expect(states?.contains([first, "held"]) == true && states?.contains([second, "active"]) == true)
    #expect(change["totals"]?["calls"]?.integer == 2)
    _ = try await team.call(client, "calls.unsubscribe").value()
    _ = try await team.call(asked.open(), "call.end", #"{"call": "\#(second)", "wait": "performed"}"#).value()
    await pass(team, 500)
    #expect(try news(client, "calls").isEmpty)
  }

  @Test("a page follows its line to another node, and ends with a reason where the line comes home")
  func pageFollows() async throws {
    let (team, asked, holder) = try makeTeam()
    let third = try team.start("a3")
    let client = asked.open()
    _ = try await team.call(client, "calls.subscribe", #"{"filter": {"lines": ["\#(Self.line)"]}}"#).value()
    team.give(Self.line, to: "a3")
    let call = try await start(team, third)
    await pass(team, 3_000)
    #expect(holder.traffic.gateway.deliveryCount == 0 && third.traffic.gateway.deliveryCount == 1)
    let change = try #require(try news(client, "calls").last)
    #expect(change["from"]?.integer == 1 && change["order"]?.strings == [call])
    team.give(Self.line, to: "a1")
    await pass(team, 3_000)
    let last = try #require(try news(client, "calls").last)
    #expect(last["ended"]?.string?.contains("is at this node now") == true)
    #expect(last["from"]?.integer == 2 && last["calls"]?.array?.isEmpty == true)
    #expect(third.traffic.gateway.deliveryCount == 0)
  }

  @Test("lines of several nodes make no page: the node of the first one is named; lines here and there make the page of this node")
  func pageOfSeveral() async throws {
    let (team, asked, _) = try makeTeam()
    _ = try team.start("a3")
    team.give("desk", to: "a3")
    let client = asked.open()
    let error = try await team.call(client, "calls.subscribe", #"{"filter": {"lines": ["\#(Self.line)", "desk"]}}"#).error()
    #expect(error.code == "lineElsewhere")
    #expect(error.data["node"]?.string == "a2")
    team.give("main", to: "a1")
    _ = try await team.call(client, "calls.subscribe", #"{"filter": {"lines": ["\#(Self.line)", "main"]}}"#).value()
    #expect(asked.traffic.gateway.underWay == 0)
  }

  @Test("a person without the right to numbers finds no call of another node by a number")
  func maskedPage() async throws {
    let (team, asked, _) = try makeTeam()
    _ = try await start(team, asked, "+12025550100")
    let owner = asked.open()
    let invitation = try await team.call(owner, "session.invite", #"{"actor": "ann", "role": "viewer"}"#, within: .zero).value()
    let code = try #require(invitation["code"]?.string)
    let person = asked.open()
    _ = try await team.call(person, "session.open", #"{"code": "\#(code)"}"#, within: .zero).value()
    func matching(_ client: TeamClient) async throws -> Int? {
      let filter = #"{"filter": {"lines": ["\#(Self.line)"], "text": "2025550100"}}"#
      return try await team.call(client, "calls.subscribe", filter).value()["matching"]?.integer
    }
    #expect(try await matching(owner) == 1)
    #expect(try await matching(person) == 0)
  }

  // MARK: The flight recorder

  /// Returns the numbers of the records that came, and checks the subscription's number.
  func records(_ client: TeamClient, _ subscription: Int) throws -> [Int] {
    try news(client, "trace").flatMap { members -> [Int] in
      #expect(members["subscription"]?.integer == subscription)
      return (members["records"]?.array ?? []).compactMap { $0["number"]?.integer }
    }
  }

  @Test("a live trace of another node's line has each record once, also after a loss of messages", arguments: [false, true])
  func trace(loses: Bool) async throws {
    let (team, asked, holder) = try makeTeam()
    let call = try await start(team, asked)
    await pass(team, 100)
    let client = asked.open()
    // A subscription of its own host has the first number.
    _ = try await team.call(client, "trace.subscribe", #"{"line": "main"}"#).value()
    let answer = try await team.call(client, "trace.subscribe", #"{"line": "\#(Self.line)"}"#).value()
    let subscription = try #require(answer["subscription"]?.integer)
    #expect(subscription == 2)
    await pass(team, 300)
    let past = try records(client, subscription)
    #expect(!past.isEmpty && past == past.sorted())
    if loses { team.bench.engine.set { $0.lostQuestions = 1_000 } }
    _ = try await team.call(holder.open(), "call.hold", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await pass(team, 300)
    team.bench.engine.set { $0.lostQuestions = 0 }
    _ = try await team.call(holder.open(), "call.end", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await pass(team, 300)
    if loses { await pass(team, 15_000) }
    let later = try records(client, subscription)
    let whole = try await team.call(holder.open(), "trace.read", #"{"line": "\#(Self.line)"}"#).value()
    #expect(past + later == whole["records"]?.array?.compactMap { $0["number"]?.integer })
    _ = try await team.call(client, "trace.unsubscribe", #"{"subscription": \#(subscription)}"#).value()
    await team.run(.milliseconds(100))
    #expect(holder.traffic.gateway.deliveryCount == 0)
    #expect(try await team.call(client, "trace.unsubscribe", #"{"subscription": \#(subscription)}"#).error().code == "notFound")
  }

  @Test("a session that does not read loses records beyond a bound, and is told how many")
  func traceBound() async throws {
    let (team, asked, holder) = try makeTeam()
    let client = asked.open()
    let answer = try await team.call(client, "trace.subscribe", #"{"line": "\#(Self.line)"}"#).value()
    let subscription = try #require(answer["subscription"]?.integer)
    let call = try await start(team, asked)
    let controller = holder.open()
    for _ in 0..<60 {
      for method in ["call.hold", "call.resume"] {
        _ = try await team.call(controller, method, #"{"call": "\#(call)", "wait": "performed"}"#).value()
        await holder.host.flushJournals()
        await team.run(.milliseconds(10))
      }
    }
    await pass(team, 200)
    let news = try news(client, "trace")
    let came = news.flatMap { $0["records"]?.array ?? [] }.count
    #expect(news.count == 64)
    let whole = try await team.call(controller, "trace.read", #"{"line": "\#(Self.line)"}"#).value()
    let all = try #require(whole["records"]?.array?.count)
    #expect(came < all && news.last?["dropped"]?.integer == all - came)
    #expect(news.last?["subscription"]?.integer == subscription)
  }

  @Test("a trace of a call at another node needs the right there, and ends with a reason when the node is gone")
  func traceEnds() async throws {
    let (team, asked, holder) = try makeTeam()
    let call = try await start(team, asked)
    let client = asked.open()
    let answer = try await team.call(client, "trace.subscribe", #"{"call": "\#(call)"}"#).value()
    let subscription = try #require(answer["subscription"]?.integer)
    await pass(team, 300)
    #expect(try !records(client, subscription).isEmpty)
    holder.wire?.cut()
    team.map.withLock { $0.owners = [:] }
    await pass(team, 60_000)
    let last = try #require(try news(client, "trace").last)
    #expect(last["ended"] != nil && last["subscription"]?.integer == subscription)
    #expect(try await team.call(client, "trace.unsubscribe", #"{"subscription": \#(subscription)}"#).error().code == "notFound")
  }

  @Test("subscriptions end at the other node when their session or its node is gone")
  func ends() async throws {
    let (team, asked, holder) = try makeTeam()
    let call = try await start(team, asked)
    let (first, second) = (asked.open(), asked.open())
    _ = try await team.call(first, "trace.subscribe", #"{"call": "\#(call)"}"#).value()
    _ = try await team.call(second, "levels.subscribe", #"{"calls": ["\#(call)"]}"#).value()
    _ = try await team.call(second, "calls.subscribe", #"{"filter": {"lines": ["\#(Self.line)"]}}"#).value()
    await pass(team, 60_000)
    #expect(holder.traffic.gateway.deliveryCount == 3)
    second.session.close()
    await team.run(.milliseconds(100))
    #expect(holder.traffic.gateway.deliveryCount == 1)
    asked.wire?.cut()
    await pass(team, 60_000)
    #expect(holder.traffic.gateway.deliveryCount == 0)
  }

  // MARK: Long messages

  @Test("a notification that is too long for one message goes out in parts, without a record that is too long by itself")
  func parts() throws {
    func records(_ body: [UInt8]) throws -> [Int] {
      try JSONReader.read(body)["params"]?["records"]?.array?.compactMap { $0["number"]?.integer } ?? []
    }
    let trace = #"{"subscription":1,"records":[{"number":1},{"number":2},{"number":3}],"dropped":4}"#
    let text = #"{"jsonrpc":"2.0","method":"trace","params":\#(trace)}"#
    let parts = try #require(DeliveryParts.split(Array(text.utf8)))
    #expect(try parts.map(records) == [[1], [2, 3]])
    let alone = try #require(DeliveryParts.split(parts[0])?.first)
    #expect(try records(alone).isEmpty)
    #expect(try JSONReader.read(alone)["params"]?["dropped"]?.integer == 5)
    #expect(try JSONReader.read(alone)["params"]?["lost"]?.integer == 1)
    #expect(DeliveryParts.split(Array(#"{"method":"levels","params":{"levels":[]}}"#.utf8)) == nil)
  }
}
