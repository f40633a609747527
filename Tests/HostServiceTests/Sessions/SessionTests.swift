import CallControl
import CallStore
import Foundation
import HookswitchCore
import HostService
import HostSurface
import StrictJSON
import Testing

/// Codes, tokens, ends and masks of sessions.
@Suite("Sessions: codes, tokens and masks") struct SessionTests {
  /// Opens a session with a role on a connection of its own.
  static func session(_ stage: ServiceStage, _ role: SessionRole, _ lines: [String]? = nil) async throws -> ServiceStage.Client {
    let list = lines.map { #", "lines": [\#($0.map { "\"\($0)\"" }.joined(separator: ", "))]"# } ?? ""
    let code = try await stage.open().call(.sessionInvite, #"{"actor": "anna", "role": "\#(role.rawValue)"\#(list)}"#)
    let client = stage.open()
    _ = try await client.call(.sessionOpen, #"{"code": "\#(try #require(code["code"]?.string))"}"#)
    return client
  }

  @Test("A code opens one session within 60 s; its token opens further connections until the session is over")
  func codes() async throws {
    let stage = try ServiceStage()
    let owner = stage.open()
    func code() async throws -> String {
      try #require(try await owner.call(.sessionInvite, #"{"actor": "anna", "role": "operator", "lifetime": 600}"#)["code"]?.string)
    }
    let first = try await code()
    #expect(first.count == 64)
    let client = stage.open()
    let opened = try await client.call(.sessionOpen, #"{"code": "\#(first)"}"#)
    let token = try #require(opened["token"]?.string)
    #expect(opened["session"]?["actor"]?.string == "anna" && opened["session"]?["role"]?.string == "operator")
    #expect(try await stage.open().error(.sessionOpen, #"{"code": "\#(first)"}"#).code == "notPermitted")
    let second = try await code()
    await stage.clock.advance(by: .seconds(61))
    #expect(try await stage.open().error(.sessionOpen, #"{"code": "\#(second)"}"#).code == "notPermitted")
    let more = stage.open()
    #expect(try await more.call(.sessionOpen, #"{"token": "\#(token)"}"#)["token"] == nil)
    let sessions = try await owner.call(.sessionList)["sessions"]?.array ?? []
    #expect(sessions.count == 1 && sessions.first?["connections"]?.integer == 2)
    #expect(try await more.call(.hostHello)["session"]?["actor"]?.string == "anna")
    // The texts of code and token are nowhere but in the answers.
    #expect(!sessions.map(\.text).joined().contains(token))
    await stage.clock.advance(by: .seconds(600))
    #expect(try await client.error(.callList).code == "unavailable")
    #expect(try await more.news().last?.members["reason"]?.string == "expired")
    #expect(try await stage.open().error(.sessionOpen, #"{"token": "\#(token)"}"#).code == "notPermitted")
  }

  @Test("A connection takes one session, before it subscribes to anything, and only one way of naming it")
  func opening() async throws {
    let stage = try ServiceStage { $0.people = ["anna": SessionPerson(role: .viewer, lines: ["desk"])] }
    let early = stage.open()
    _ = try await early.call(.eventsSubscribe, #"{"topics": ["line"]}"#)
    #expect(try await early.error(.sessionOpen, #"{"actor": "anna"}"#).code == "wrongState")
    let client = stage.open()
    #expect(try await client.error(.sessionOpen).code == "invalid")
    #expect(try await client.error(.sessionOpen, #"{"actor": "anna", "token": "x"}"#).code == "invalid")
    #expect(try await client.error(.sessionOpen, #"{"actor": "eve"}"#).code == "notPermitted")
    _ = try await client.call(.sessionOpen, #"{"actor": "anna"}"#)
    #expect(try await client.error(.sessionOpen, #"{"actor": "anna"}"#).code == "notPermitted")
    #expect(try await client.error(.callGet, #"{"call": "newest"}"#).code == "unknownCallUUID")
    client.session.close()
    #expect(try await stage.open().call(.sessionList)["sessions"]?.array == [])
  }

  @Test("The end of a session ends its connections, and no other")
  func ends() async throws {
    let stage = try ServiceStage()
    let (anna, other) = (try await Self.session(stage, .operator), try await Self.session(stage, .supervisor))
    _ = try await stage.open().call(.sessionClose, #"{"session": 1}"#)
    #expect(try await anna.news().last?.members["reason"]?.string == "closed")
    #expect(try await anna.error(.callList).code == "unavailable")
    _ = try await other.call(.callList)
    _ = try await other.call(.sessionLeave)
    #expect(try await other.news().last?.name == "goodbye")
    #expect(try await stage.open().error(.sessionLeave).code == "wrongState")
    #expect(try await stage.open().error(.sessionClose, #"{"session": 1}"#).code == "notFound")
  }

  @Test("Without the right to numbers, a session sees no handle, name or tone, in answers and notifications")
  func masks() async throws {
    let stage = try ServiceStage()
    let (viewer, seat) = (try await Self.session(stage, .viewer), try await Self.session(stage, .operator))
    for client in [viewer, seat] { _ = try await client.call(.eventsSubscribe, #"{"topics": ["line", "call"]}"#) }
    let owner = stage.open()
    _ = try await owner.connect("+12125550147")
    let ringing = await owner.ring(from: "sip:bob@example.org")
    stage.host.provider("office")?.report(.dtmf("4711"), of: try #require(UUID(uuidString: ringing)))
    func seen(by client: ServiceStage.Client) async throws -> String {
      let answers = [
        try await client.call(.callList), try await client.call(.lineList),
        try await client.call(.eventsSubscribe, #"{"topics": ["line"]}"#),
      ]
      return answers.map(\.text).joined() + (try await client.news()).map(\.members.text).joined()
    }
    let (hidden, open) = (try await seen(by: viewer), try await seen(by: seat))
    for secret in ["+12125550147", "5550147", "bob", "example.org"] {
      #expect(!hidden.contains(secret) && (open.contains(secret) || secret == "5550147"), "\(secret)")
    }
    #expect(hidden.contains("+121") && hidden.contains("47\""))
  }

  @Test("A pattern of lines covers those that begin so, also for subscriptions")
  func patterns() async throws {
    let stage = try ServiceStage()
    let client = try await Self.session(stage, .operator, ["queue-*"])
    _ = try await client.call(.eventsSubscribe, #"{"topics": ["line", "call"], "lines": ["queue-*"]}"#)
    #expect(try await client.error(.eventsSubscribe, #"{"topics": ["line"], "lines": ["queue"]}"#).code == "notPermitted")
    #expect(try await client.error(.eventsSubscribe, #"{"topics": ["history"], "lines": ["queue-1"]}"#).code == "notPermitted")
    _ = try await client.call(.callStart, #"{"handle": "+12025550100", "line": "queue-1", "wait": "performed"}"#)
    #expect(try await client.error(.callStart, #"{"handle": "+12025550100", "line": "main"}"#).code == "notPermitted")
    _ = try await stage.open().call(.callStart, #"{"handle": "+12025550101", "line": "main", "wait": "performed"}"#)
    let news = try await client.news().filter { $0.name == "record" }
    #expect(!news.isEmpty && news.allSatisfy { $0.members["line"]?.string == "queue-1" })
    _ = try await client.call(.hostStatus)
  }

  @Test("A key belongs to its session")
  func keys() async throws {
    let stage = try ServiceStage()
    let (anna, bert) = (try await Self.session(stage, .operator), try await Self.session(stage, .operator))
    let start = #"{"handle": "+12025550100", "key": "k", "line": "a"}"#
    _ = try await anna.call(.callStart, start)
    #expect(try await anna.call(.callStart, start)["replayed"] == .bool(true))
    #expect(try await bert.call(.callStart, #"{"handle": "+12025550101", "key": "k", "line": "b"}"#)["replayed"] == nil)
  }
}
