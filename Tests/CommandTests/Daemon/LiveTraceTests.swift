import CallControl
import Foundation
import StrictJSON
import Testing

@testable import HookswitchCLI

/// The flight recorder of a daemon, and its sessions and metrics, as programs see them.
@Suite("Daemon: live traces, sessions, metrics") struct LiveTraceTests {
  @Test("trace --live draws a call while it goes on, and its exports have the call's id") func live() async throws {
    let daemon = try await RunningDaemon()
    try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["active"])
    let id = try #require(try await daemon.rows("calls", "calls").first?["call"] as? String)
    let text = try await daemon.perform("trace", "--live", "active", "--out", "-")
    #expect(text.contains("start c1") && text.contains("● c1 active"))
    let spans = try await daemon.perform("trace", "--live", "active", "--format", "otlp")
    let document = try JSONReader.read(Array(spans.utf8))
    #expect(document["resourceSpans"]?.array?.count == 1 && spans.contains(id.replacing("-", with: "").lowercased()))
    // It shows the steps so far, and follows until the call is over, whether that comes before or after its subscription.
    let socket = daemon.socket
    async let growing = BuiltCommand.run(["trace", "--live", id, "--format", "json", "--socket", socket])
    try await daemon.perform("end")
    let grown = try await growing
    #expect(grown.exitCode == 0, "\(grown.complaint)")
    let steps = try grown.output.split(separator: "\n").map { try JSONReader.read(Array($0.utf8)) }
    #expect(steps.first?["text"]?.string?.hasPrefix("start c1") == true)
    #expect(steps.contains { $0["step"]?.string == "state" && $0["text"]?.string?.hasPrefix("c1 ended") == true }, "\(steps.map(\.text))")
    let metrics = try JSONReader.read(Array(try await daemon.perform("api", "metrics.read").utf8))
    #expect(
      metrics["text"]?.string?.contains(#"hookswitch_calls_total{direction="outgoing",transport="org.hookswitch.loopback",outcome="#)
        == true)
    #expect(try await daemon.end() == 0)
  }

  @Test("A person of the configuration has a session with the rights of its role") func people() async throws {
    let people = #", "access": {"people": {"anna": {"role": "viewer", "lines": ["main"]}}}"#
    let daemon = try await RunningDaemon(others: people)
    let answer = try JSONReader.read(Array(try await daemon.perform("api", "session.open", #"{"actor": "anna"}"#).utf8))
    #expect(answer["session"]?["role"]?.string == "viewer" && answer["session"]?["lines"]?.strings == ["main"])
    let stranger = try await daemon.run("api", "session.open", #"{"actor": "eve"}"#)
    #expect(stranger.exitCode != 0 && stranger.complaint.contains("eve"))
    #expect(try await daemon.end() == 0)
  }
}
