import CallControl
import Foundation
import HookswitchCore
import HostSurface
import StrictJSON
import Testing

@testable import HostService

/// Pages of calls: `calls.subscribe`.
@Suite("HostService: pages of calls") struct CallPageTests {
  /// The page of a client, as a program keeps it.
  private struct Reader {
    var order: [String] = []
    var states: [String: String] = [:]
    var revision = 0
    var matching = 0
    var calls = 0

    mutating func take(_ page: JSONValue) {
      if let from = page["from"]?.integer { #expect(from == revision) }
      revision = page["revision"]?.integer ?? 0
      matching = page["matching"]?.integer ?? 0
      calls = page["totals"]?["calls"]?.integer ?? 0
      for call in page["calls"]?.array ?? [] { states[call["call"]?.string ?? ""] = call["state"]?.string }
      if let order = page["order"]?.strings { self.order = order }
      states = states.filter { order.contains($0.key) }
    }
  }

  /// Starts a call on a line that is answered at once; returns its id.
  private func dial(_ client: ServiceStage.Client, _ handle: String, on line: String, through provider: String = "office") async throws
    -> String
  {
    let members = #"{"handle": "\#(handle)", "provider": "\#(provider)", "line": "\#(line)", "wait": "performed"}"#
    let id = try #require(try await client.call(.callStart, members)["call"]?.string)
    client.stage.host.provider(ProviderID(rawValue: provider))?
      .reportOutgoingCall(with: try #require(UUID(uuidString: id)), connectedAt: nil)
    await client.stage.host.settle()
    return id
  }

  @Test("A connection gets its page with totals, and then only what changed on it") func changes() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    for number in 0..<5 { _ = try await dial(client, "+1202555010\(number)", on: "desk-\(number)") }
    var reader = Reader()
    let first = try await client.call(.callsSubscribe, #"{"page": 1, "limit": 2}"#)
    reader.take(first)
    #expect(reader.order.count == 2 && reader.states.count == 2 && reader.matching == 5 && reader.calls == 5)
    #expect(first["pages"]?.integer == 3 && first["totals"]?["lines"]?.integer == 5)
    #expect(try await client.news().isEmpty)
    // Nothing has changed since the answer.
    await stage.clock.advance(by: .milliseconds(200))
    #expect(try await client.news().isEmpty)
    _ = try await client.call(.callEnd, #"{"call": "\#(reader.order[0])", "wait": "performed"}"#)
    await stage.clock.advance(by: .milliseconds(200))
    let news = try await client.news()
    #expect(news.map(\.name) == ["calls"])
    let members = try #require(news.first?.members)
    for field in NotificationName.calls.fields where field.isRequired { #expect(members[field.name] != nil, "\(field.name)") }
    let gone = reader.order[0]
    reader.take(members)
    #expect(members["calls"]?.array?.count == 1 && !reader.order.contains(gone) && reader.order.count == 2)
    #expect(reader.states.count == 2 && reader.matching == 4 && reader.revision == 2)
    _ = try await client.call(.callsUnsubscribe)
    _ = try await dial(client, "+12025550109", on: "desk-9")
    await stage.clock.advance(by: .seconds(1))
    #expect(try await client.news().isEmpty)
  }

  @Test("A client that does not read gets one notification, with the newest page") func slow() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    var reader = Reader()
    reader.take(try await client.call(.callsSubscribe))
    for number in 0..<6 {
      _ = try await dial(client, "+1202555010\(number)", on: "desk-\(number)")
      await stage.clock.advance(by: .milliseconds(200))
      await stage.host.settle()
    }
    let news = try await client.news()
    #expect(news.map(\.name) == ["calls"])
    for item in news { reader.take(item.members) }
    #expect(reader.order.count == 6 && reader.calls == 6 && reader.revision == 2)
  }

  @Test(
    "Each member of the filter selects",
    arguments: [
      ("{}", 3), (#"{"provider": "home"}"#, 1), (#"{"states": ["ringing"]}"#, 1), (#"{"direction": "outgoing"}"#, 2),
      (#"{"text": "0101"}"#, 1), (#"{"text": "BOB"}"#, 1), (#"{"lines": ["ma*"]}"#, 3), (#"{"lines": ["desk"]}"#, 0),
      (#"{"text": "main-2 0101"}"#, 1), (#"{"text": "Ringing bob"}"#, 1), (#"{"text": "main-2 ringing"}"#, 0), (#"{"text": " "}"#, 3),
    ])
  func filter(_ filter: String, _ count: Int) async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    _ = try await dial(client, "+12025550100", on: "main")
    _ = try await dial(client, "+12025550101", on: "main-2", through: "home")
    _ = await client.ring()
    let page = try await client.call(.callsSubscribe, #"{"filter": \#(filter), "sort": "newest"}"#)
    #expect(page["matching"]?.integer == count && page["totals"]?["calls"]?.integer == 3 && page["totals"]?["ringing"]?.integer == 1)
  }

  @Test("Numbers in the names of lines count as numbers") func order() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    for line in ["desk-12", "desk-9", "desk-009", "desk", "box-100"] { _ = try await dial(client, "+12025550100", on: line) }
    let page = try await client.call(.callsSubscribe)
    let lines = (page["calls"]?.array ?? []).compactMap { $0["line"]?.string }
    #expect(lines == ["box-100", "desk", "desk-009", "desk-9", "desk-12"])
  }

  @Test("The oldest ringing calls come with a page that wants them, whatever the filter, and with a change only when they differ")
  func ringing() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let filter = #""filter": {"states": ["active"]}"#
    #expect(try await client.call(.callsSubscribe)["ringing"]?.array == [])
    #expect(try await client.error(.callsSubscribe, #"{"ringing": 11}"#).code == "invalid")
    #expect(try await client.call(.callsSubscribe, "{\(filter), \"ringing\": 2}")["ringing"]?.array == [])
    let rings = await client.ring()
    await stage.clock.advance(by: .milliseconds(200))
    let first = try #require(try await client.news().last { $0.name == "calls" })
    #expect(first.members["ringing"]?.array?.count == 1 && first.members["matching"]?.integer == 0)
    #expect(first.members["ringing"]?.array?.first?["answerChoices"] != nil)
    _ = try await dial(client, "+12025550101", on: "desk")
    await stage.clock.advance(by: .milliseconds(200))
    let second = try #require(try await client.news().last { $0.name == "calls" })
    #expect(second.members["ringing"] == nil && second.members["matching"]?.integer == 1)
    _ = rings
  }

  @Test("A page has at most 200 calls, and a session sees its lines only and finds no masked number") func limits() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    #expect(try await client.error(.callsSubscribe, #"{"limit": 201}"#).code == "invalid")
    #expect(try await client.error(.callsSubscribe, #"{"page": -1}"#).code == "invalid")
    _ = try await client.connect("+12025550100")
    #expect(try await client.call(.callsSubscribe, #"{"page": 9}"#)["calls"]?.array == [])
    for (lines, count) in [(#"["main"]"#, 1), (#"["desk"]"#, 0)] {
      let code = try await client.call(.sessionInvite, #"{"actor": "vic", "role": "viewer", "lines": \#(lines)}"#)["code"]?.string ?? ""
      let viewer = stage.open()
      _ = try await viewer.call(.sessionOpen, #"{"code": "\#(code)"}"#)
      let all = try await viewer.call(.callsSubscribe)
      #expect(all["totals"]?["calls"]?.integer == count && all["calls"]?.array?.count == count && !all.text.contains("5550100"))
      #expect(try await viewer.call(.callsSubscribe, #"{"filter": {"text": "5550100"}}"#)["matching"]?.integer == 0)
    }
  }
}
