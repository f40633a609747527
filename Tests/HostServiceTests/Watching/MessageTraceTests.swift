import CallControl
import Foundation
import HookswitchCore
import HostSurface
import JournalKit
import Locking
import StrictJSON
import Testing

@testable import HostService

/// The messages of transports in the flight recorder, the names of those who ask, and the daemon's time.
@Suite("HostService: messages of transports, actors") struct MessageTraceTests {
  private static func time(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  private static func grant(_ number: Int, until: Int64) -> SessionGrant {
    SessionGrant(number: number, actor: "sue", person: SessionPerson(role: .supervisor), opened: .zero, expires: time(until))
  }

  @Test("A switch ends by itself, after an hour at most, and with its session") func table() {
    var table = MessageTable()
    #expect(table.nextDeadline == nil && table.entries.isEmpty)
    table.begin("office", "ann", session: nil, at: .zero, for: .seconds(60))
    table.begin("home", "sue", session: Self.grant(7, until: 30), at: .zero, for: .seconds(60))
    table.begin("cabin", "sue", session: Self.grant(7, until: 90_000), at: .zero, for: .seconds(90_000))
    #expect(table.entries.map(\.provider) == ["cabin", "home", "office"] && table.nextDeadline == Self.time(30))
    #expect(table.takeDue(at: Self.time(29)).isEmpty && table.takeDue(at: Self.time(30)) == ["home"])
    #expect(!table.has("home") && table.has("office"))
    // A second switch replaces the first.
    table.begin("office", "bob", session: nil, at: Self.time(50), for: .seconds(60))
    #expect(table.entries.last?.actor == "bob" && table.entries.last?.since == .zero && table.entries.last?.until == Self.time(110))
    #expect(table.entries.first?.until == Self.time(3_600))
    #expect(table.endAll(of: 7) == ["cabin"] && table.endAll(of: 7).isEmpty)
    table.end("office")
    #expect(table.entries.isEmpty)
  }

  @Test("trace.messages names what is wrong: an unknown provider, a program, and a time of more than an hour") func errors() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    #expect(try await client.error(.traceMessages, #"{"provider": "attic"}"#).code == "notFound")
    #expect(try await client.error(.traceMessages, #"{"provider": "office"}"#).code == "wrongState")
    for seconds in ["0", "3601"] {
      let error = try await client.error(.traceMessages, #"{"provider": "office", "seconds": \#(seconds)}"#)
      #expect(error.code == "invalid" && error.message.contains("seconds"))
    }
    #expect(try await client.call(.traceRead)["messages"]?.array == [])
    let without = try ServiceStage { $0.flight = nil }
    #expect(try await without.open().error(.traceMessages, #"{"provider": "office"}"#).code == "wrongState")
  }

  @Test("The trace of a provider's messages, and who began it, is only for those who may read traces", arguments: SessionRole.allCases)
  func roles(_ role: SessionRole) async throws {
    let stage = try ServiceStage()
    func trace(_ actor: String) {
      let now = stage.host.clock.now
      stage.service.state.withLock { $0.messages.begin("office", actor, session: nil, at: now, for: .seconds(60)) }
      stage.service.tellProvider("office")
    }
    trace("sue")
    let client = try await SessionTests.session(stage, role)
    let mayRead = role.rights.contains(.trace)
    #expect(try await client.call(.providerGet, #"{"provider": "office"}"#)["messages"]?["actor"]?.string == (mayRead ? "sue" : nil))
    #expect(try await client.call(.providerList).text.contains("sue") == mayRead)
    let states = try await client.call(.eventsSubscribe, #"{"topics": ["provider"]}"#)
    #expect(states.text.contains("sue") == mayRead && states.text.contains("messages") == mayRead)
    trace("bob")
    let news = try await client.news().map(\.members.text)
    #expect(news.contains { $0.contains("office") } && news.contains { $0.contains("bob") || $0.contains("messages") } == mayRead)
    // A program without a session has the rights of its peer.
    #expect(try await stage.open().call(.providerList).text.contains("bob"))
  }

  @Test("A request's record has the name that the client gave, or its peer") func actors() async throws {
    let stage = try ServiceStage()
    let (named, bare) = (stage.open(), stage.open())
    try await named.call(.hostHello, #"{"client": "dialer", "version": "2"}"#)
    let calls = [try await named.connect(), try await bare.connect("+12025550101", through: "home")]
    var actors: [String?] = []
    for call in calls {
      let page = try await named.call(.traceRead, #"{"call": "\#(call)"}"#)
      for entry in page["records"]?.array ?? [] {
        let record = try JSONDecoder().decode(JournalRecord.self, from: Data(try #require(entry["record"]).text.utf8))
        guard case .received(_, .request(let request, _), _) = record.body else { continue }
        if request.body.startedCalls.map(\.uuidString) == [call] { actors.append(request.actor) }
      }
    }
    #expect(actors == ["dialer 2", "uid:1000"])
  }

  @Test("host.hello has the daemon's time") func time() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let first = try #require(try await client.call(.hostHello)["time"]?.string.flatMap { SurfaceTime(parsing: $0) })
    await stage.clock.advance(by: .seconds(5))
    let second = try #require(try await client.call(.hostHello)["time"]?.string.flatMap { SurfaceTime(parsing: $0) })
    #expect(second.milliseconds - first.milliseconds == 5_000)
  }
}
