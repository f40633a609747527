import Foundation
import HostDoors
import HostSurface
import StrictJSON
import Testing

/// Reloads of a running daemon, for the members whose effect only a whole daemon shows.
@Suite("hookswitch daemon: reload", .serialized, .timeLimit(.minutes(4))) struct ReloadTests {
  private static let home = #"[{"name": "home", "transport": "loopback"}]"#

  /// Writes a configuration, reloads it, and returns the members that changed.
  private func reload(_ daemon: RunningDaemon, _ others: String) async throws -> [String] {
    try RunningDaemon.write(Self.home, others, to: daemon.scratch)
    let report = try await daemon.perform("api", "host.reload")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: [String]])
    #expect(object["drained"] == [] && object["needRestart"] == [])
    return try #require(object["changed"])
  }

  /// Returns the rule that decides about a caller.
  private func rule(_ daemon: RunningDaemon, _ number: String) async throws -> String {
    let text = try await daemon.perform("api", "caller.check", #"{"handle": "\#(number)"}"#)
    return try #require(try JSONReader.read(Array(text.utf8))["rule"]?.string)
  }

  @Test("region and emergencyNumbers count at once: numbers are compared by the new plan, and J2 has the new emergency numbers")
  func numbers() async throws {
    let daemon = try await RunningDaemon(others: #", "region": "US", "policy": {"emergencyNumbers": ["110"]}"#, ["--no-bus"])
    try await daemon.perform("block", "+441632960123")
    #expect(try await rule(daemon, "01632960123").hasPrefix("I2"))
    #expect(try await rule(daemon, "110").hasPrefix("J2"))
    #expect(try await reload(daemon, #", "region": "GB""#) == ["$.region", "$.policy"])
    #expect(try await rule(daemon, "01632960123").hasPrefix("J4"))
    #expect(try await rule(daemon, "110").hasPrefix("I2"))
    #expect(try await rule(daemon, "999").hasPrefix("J2"))
    #expect(try await daemon.perform("api", "line.getPolicy").contains(#""999""#))
    #expect(try await daemon.end() == 0)
  }

  @Test("screeners count at once: for all lines or for those that they name, each with its own time (I8)") func screeners() async throws {
    let daemon = try await RunningDaemon(["--no-bus"])
    try await daemon.perform("access", "grant", "uid:\(getuid())", "provide", "screen", "--name", "chat", "--name", "spam")
    let (screener, program) = (try SocketClient(daemon.socket), try SocketClient(daemon.socket))
    _ = try screener.request(.screenerRegister, .object(of: ["screener": "spam"]))
    _ = try program.request(.providerRegister, .object(of: ["provider": "chat"]))
    _ = try program.request(.providerSetReady, .object(of: ["provider": "chat", "ready": true]))
    /// Lets a call ring and end; returns the deadline of the screener's question, or nil when it is not asked.
    func ring(on line: String) throws -> Double? {
      let call = JSONValue.string(UUID().uuidString)
      let verdict = try program.request(
        .providerReportIncoming,
        .object(of: ["provider": "chat", "call": call, "line": .string(line), "update": .object(of: ["name": "Ann"])]))
      #expect(verdict["shown"] == .bool(true))
      var deadline: Double?
      while let news = try screener.next(within: .milliseconds(200)) {
        if case .number(let seconds)? = news.parameters["deadline"] { deadline = seconds.double }
      }
      _ = try program.request(.providerReport, .object(of: ["provider": "chat", "call": call, "report": "ended"]))
      return deadline
    }
    #expect(try ring(on: "main") == nil)
    #expect(try await reload(daemon, #", "screeners": [{"name": "spam", "deadline": 0.05}]"#) == ["$.screeners"])
    #expect(try ring(on: "main") == 0.05 && ring(on: "desk") == 0.05)
    let named = #", "screeners": [{"name": "spam", "lines": ["desk"], "deadline": 0.25}], "policy": {"maximumCallGroups": 3}"#
    #expect(try await reload(daemon, named) == ["$.policy", "$.screeners"])
    #expect(try ring(on: "main") == nil && ring(on: "desk") == 0.25)
    #expect(try await daemon.perform("api", "line.getPolicy", #"{"line": "desk"}"#).contains(#""maximumCallGroups":3"#))
    #expect(try await reload(daemon, "") == ["$.policy", "$.screeners"])
    #expect(try ring(on: "desk") == nil)
    #expect(try await daemon.end() == 0)
  }

  @Test("A wrong screener is named by its place by config check, and a reload with it changes nothing") func wrong() async throws {
    let daemon = try await RunningDaemon(["--no-bus"])
    try RunningDaemon.write(Self.home, #", "screeners": [{"name": "spam"}, {"lines": ["desk"]}]"#, to: daemon.scratch)
    let check = try await BuiltCommand.run(["config", "check", daemon.configuration])
    #expect(check.exitCode == 2 && check.complaint.contains("$.screeners[1].name"), "\(check.complaint)")
    let refused = try await daemon.run("api", "host.reload")
    #expect(refused.exitCode == 1 && refused.complaint.contains("$.screeners[1].name"))
    #expect(try await daemon.perform("api", "line.getPolicy").contains("screeners") == false)
    #expect(try await daemon.end() == 0)
  }
}
