import CallControl
import Foundation
import Hookswitch
import Locking
import Testing

/// A source that gives one answer about every line.
private final class OneStanding: LineStandingSource {
  private let answer: Locked<LineStanding>

  init(_ standing: LineStanding) { answer = Locked(standing) }

  func change(to standing: LineStanding) { answer.withLock { $0 = standing } }
  func standing(of line: String, for addition: LineAddition) -> LineStanding { answer.withLock { $0 } }
  func lineIsIdle(_ line: String) {}
}

@Suite(
  "Calls to a line that another host of the cluster has", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(2)))
struct StandingFlows {
  private static let elsewhere = LineStanding.elsewhere(node: "b", address: "sip:127.0.0.1:9")

  @Test(
    "get 302 with the callee's address there, or 503 with Retry-After, when they come in (RFC 3261 sections 21.3.3 and 21.5.4, rule K5)",
    arguments: [("in-moved", elsewhere), ("in-cut-off", .cutOff), ("in-cut-off", .draining), ("in-cut-off", .vacant)])
  func refused(_ scenario: String, _ standing: LineStanding) async throws {
    var settings = HostSettings()
    settings.standings = OneStanding(standing)
    try await SIPHost.with(settings: settings) { phone in
      let peer = try await SIPpRun(scenario, to: phone.port)
      await peer.finish()
      #expect(phone.pictures.entries.allSatisfy { $0.calls.isEmpty }, "the call was shown")
    }
  }

  @Test(
    "get the same when they ring already, and end with the cause lineMoved (rule K7)",
    arguments: [("in-moved", elsewhere), ("in-cut-off", .cutOff)])
  func ringing(_ scenario: String, _ standing: LineStanding) async throws {
    let source = OneStanding(.mine)
    var settings = HostSettings()
    settings.standings = source
    try await SIPHost.with(settings: settings) { phone in
      let peer = try await SIPpRun(scenario, to: phone.port)
      let call = try await phone.incoming()
      source.change(to: standing)
      phone.host.standingsChanged()
      await peer.finish()
      let end = try await phone.end(of: call)
      #expect(end.reason == .localEnded && end.cause == .lineMoved, "\(end)")
    }
  }
}
