import CallControl
import Foundation
import HookMetrics
import HookswitchCore
import HostService
import HostSurface
import JournalKit
import StrictJSON
import Testing

/// The flight recorder, levels, metrics and health.
@Suite("HostService: flight recorder, levels, metrics, health") struct WatchMethodTests {
  @Test("The flight recorder has the records of a call, also after its end, in the form of a journal")
  func readsTrace() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let call = try await client.connect()
    let other = try await client.connect("+12025550101", through: "home")
    _ = try await client.call(.callEnd, #"{"call": "\#(call)", "wait": "performed"}"#)
    let page = try await client.call(.traceRead, #"{"call": "\#(call)"}"#)
    let records = try (page["records"]?.array ?? []).map { entry in
      SurfaceCheck.value(entry, is: .traceEntry)
      return try JSONDecoder().decode(JournalRecord.self, from: Data(try #require(entry["record"]).text.utf8))
    }
    #expect(page["more"] == .bool(false) && page["dropped"]?.integer == 0 && page["bytes"]?.integer ?? 0 > 0)
    let ladder = try #require(Ladder.all(of: records, names: CallNames(records)).first)
    #expect(ladder.calls.first?.outcome != nil && ladder.rows.count > 8)
    let whole = try await client.call(.traceRead, #"{"limit": 3}"#)
    #expect(whole["records"]?.array?.count == 3 && whole["more"] == .bool(true) && whole["next"]?.integer == 3)
    let next = try await client.call(.traceRead, #"{"after": 3}"#)
    #expect(next["records"]?.array?.first?["number"]?.integer == 4 && next["more"] == .bool(false))
    #expect(try await client.call(.traceRead, #"{"line": "desk"}"#)["records"]?.array == [])
    #expect(try await client.error(.traceRead, #"{"call": "\#(other)", "line": "main"}"#).code == "invalid")
    let without = try ServiceStage { $0.flight = nil }
    #expect(try await without.open().error(.traceRead).code == "wrongState")
  }

  @Test("A live trace gives the records of its call once, in order, and nothing after its end")
  func liveTrace() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let call = try await client.connect()
    _ = try await client.connect("+12025550101", through: "home")
    let answer = try await client.call(.traceSubscribe, #"{"call": "\#(call)"}"#)
    #expect(answer["subscription"]?.integer == 1)
    func numbers() async throws -> [Int] {
      await stage.host.flushJournals()
      return try await client.news().filter { $0.name == "trace" }.flatMap { $0.members["records"]?.array ?? [] }
        .compactMap { $0["number"]?.integer }
    }
    let past = try await numbers()
    #expect(!past.isEmpty && past == past.sorted())
    #expect(try await numbers().isEmpty)
    _ = try await client.call(.callEnd, #"{"call": "\#(call)", "wait": "performed"}"#)
    let news = try await numbers()
    #expect(!news.isEmpty && (news.first ?? 0) > (past.last ?? 0))
    _ = try await client.call(.traceUnsubscribe, #"{"subscription": 1}"#)
    _ = try await client.connect()
    #expect(try await numbers().isEmpty)
    #expect(try await client.error(.traceUnsubscribe, #"{"subscription": 1}"#).code == "notFound")
  }

  @Test("Levels come ten times a second, the newest only, for at most 50 calls")
  func levels() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let call = try await client.connect()
    #expect(try await client.call(.levelsSubscribe, #"{"calls": ["active"]}"#)["calls"]?.strings == [call])
    await stage.clock.advance(by: .seconds(1))
    let news = try await client.news().filter { $0.name == "levels" }
    #expect(news.count == 1 && news.first?.members["levels"]?.array?.first?["call"]?.string == call)
    await stage.clock.advance(by: .milliseconds(100))
    #expect(try await client.news().map(\.name) == ["levels"])
    _ = try await client.call(.levelsSubscribe, #"{"calls": []}"#)
    await stage.clock.advance(by: .seconds(1))
    #expect(try await client.news().isEmpty)
    let many = (0..<51).map { _ in "\"\(UUID().uuidString)\"" }.joined(separator: ", ")
    #expect(try await client.error(.levelsSubscribe, "{\"calls\": [\(many)]}").code == "tooMany")
  }

  @Test("The metrics count calls, requests and refusals, and name no line, number or call")
  func metrics() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let call = try await client.connect("+12125550147")
    _ = try await client.connect("+12025550101", through: "home")
    await stage.clock.advance(by: .seconds(90))
    _ = try await client.call(.callEnd, #"{"call": "\#(call)", "wait": "performed"}"#)
    _ = try await client.error(.callHold, #"{"call": "\#(call)"}"#)
    _ = try client.send("call.fly")
    let answer = try await client.call(.metricsRead)
    let text = try #require(answer["text"]?.string)
    #expect(answer["contentType"]?.string == "text/plain; version=0.0.4; charset=utf-8")
    for line in [
      #"hookswitch_live_calls{state="active",direction="outgoing",transport="program"} 1"#, "hookswitch_busy_lines 1",
      #"hookswitch_calls_total{direction="outgoing",transport="program",outcome="answered"} 1"#,
      #"hookswitch_call_ends_total{reason="localEnded",cause="client"} 1"#,
      #"hookswitch_call_duration_seconds_bucket{direction="outgoing",transport="program",le="180"} 1"#,
      #"hookswitch_requests_total{kind="start",result="done"} 2"#, #"hookswitch_requests_total{kind="setHeld",result="refused"} 1"#,
      #"hookswitch_control_requests_total{method="call.start",result="ok"} 2"#,
      #"hookswitch_control_requests_total{method="unknown",result="unknownMethod"} 1"#, "hookswitch_ready 1",
      #"hookswitch_provider_ready{provider="office",transport="program"} 1"#,
    ] {
      #expect(text.contains(line + "\n"), "\(line) in\n\(text)")
    }
    for secret in ["2125550147", "main", call, "uid"] { #expect(!text.contains(secret), "\(secret)") }
    let open = try await client.call(.metricsRead, #"{"format": "openmetrics"}"#)
    #expect(open["text"]?.string?.hasSuffix("# EOF\n") == true)
  }

  @Test("A host is ready while it runs and one of its providers can place calls, and lives until it stops")
  func health() async throws {
    #expect(HostHealth(state: .running, providers: []).isReady)
    #expect(HostHealth(state: .running, providers: [false, true]).isReady)
    #expect(HostHealth(state: .running, providers: [false, false]).reasons == ["none of its 2 providers is ready"])
    #expect(HostHealth(state: .draining, providers: [true]).reasons == ["the host is draining"])
    #expect(HostHealth(state: .draining, providers: [true]).isLive && !HostHealth(state: .stopping, providers: []).isLive)
    let stage = try ServiceStage()
    let client = stage.open()
    #expect(try await client.call(.healthRead)["ready"] == .bool(true))
    for provider in stage.host.providers { stage.host.provider(provider.id)?.reportNotReady() }
    await stage.host.settle()
    let health = try await client.call(.healthRead)
    #expect(health["ready"] == .bool(false) && health["live"] == .bool(true))
  }
}
