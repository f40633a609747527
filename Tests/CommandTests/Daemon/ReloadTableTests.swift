import Foundation
import Hookswitch
import HostConfiguration
import HostService
import Testing

@testable import HookswitchCLI

/// The table of section 2 of the daemon's design: each member, and when a reload takes it.
@Suite("DaemonReload: the table of reloads") struct ReloadTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    var changed: [String] = []
    var drained: [String] = []
    var needRestart: [String] = []
    var testDescription: String { "\(old) → \(new)" }
  }

  private static let home = #"{"name": "home", "transport": "loopback"}"#
  private static let shop = #"{"name": "shop", "transport": "loopback"}"#

  static let rows: [Row] = [
    // At once: the rules, the callers and the numbers.
    Row(old: "{}", new: #"{"policy": {"maximumCallGroups": 4}}"#, changed: ["$.policy"]),
    Row(old: "{}", new: #"{"policy": {"emergencyNumbers": ["110"]}}"#, changed: ["$.policy"]),
    Row(old: #"{"policy": {"screeners": ["a"]}}"#, new: "{}", changed: ["$.policy"]),
    Row(old: "{}", new: #"{"blocked": ["+12025550100"]}"#, changed: ["$.blocked"]),
    Row(old: "{}", new: #"{"letThrough": ["+12025550101"]}"#, changed: ["$.letThrough"]),
    Row(old: "{}", new: #"{"policies": {"desk": {"maximumCallGroups": 3}}}"#, changed: ["$.policies"]),
    Row(old: #"{"policies": {"desk": {"maximumCallGroups": 3}}}"#, new: "{}", changed: ["$.policies"]),
    Row(old: "{}", new: #"{"region": "GB"}"#, changed: ["$.region"]),
    Row(old: #"{"region": "GB"}"#, new: "{}", changed: ["$.region"]),
    Row(old: "{}", new: #"{"screeners": [{"name": "a"}]}"#, changed: ["$.screeners"]),
    Row(old: #"{"screeners": [{"name": "a"}]}"#, new: #"{"screeners": [{"name": "a", "deadline": 2}]}"#, changed: ["$.screeners"]),
    Row(
      old: #"{"screeners": [{"name": "a"}]}"#, new: #"{"screeners": [{"name": "a", "lines": ["desk"]}]}"#, changed: ["$.screeners"]),
    Row(
      old: "{}", new: #"{"directories": [{"directory": "org.example.spam", "file": "/n.txt"}]}"#, changed: ["$.directories"]),
    Row(old: "{}", new: #"{"desktop": {"ringing": "own"}}"#, changed: ["$.desktop"]),
    Row(old: "{}", new: #"{"console": {"listen": "unix:/c"}}"#, changed: ["$.console"]),
    // For what is loaded from then on.
    Row(old: "{}", new: #"{"transports": ["/opt/transports"]}"#, changed: ["$.transports"]),
    Row(
      old: "{}", new: "{\"pins\": {\"org.x\": \"\(String(repeating: "a", count: 64))\"}}", changed: ["$.pins"]),
    // Sounds and devices at once; a host that began without audio has none until its restart.
    Row(old: "{}", new: #"{"audio": {"ringtone": "/r.wav"}}"#, changed: ["$.audio"]),
    Row(old: #"{"audio": {"country": "DE"}}"#, new: #"{"audio": {"country": "GB"}}"#, changed: ["$.audio"]),
    Row(old: #"{"audio": {"device": "null"}}"#, new: #"{"audio": {"device": "default"}}"#, changed: ["$.audio"]),
    Row(old: #"{"audio": {"device": "none"}}"#, new: #"{"audio": {"device": "null"}}"#, needRestart: ["$.audio"]),
    Row(old: #"{"audio": {"device": "null"}}"#, new: #"{"audio": {"device": "none"}}"#, needRestart: ["$.audio"]),
    Row(old: "{}", new: #"{"isolation": "inside"}"#, needRestart: ["$.isolation"]),
    // Providers.
    Row(old: "{\"providers\": [\(home)]}", new: "{\"providers\": [\(home), \(shop)]}", changed: ["$.providers[1]"]),
    Row(
      old: "{\"providers\": [\(home)]}", new: #"{"providers": [{"name": "home", "transport": "loopback", "settings": {"x": 1}}]}"#,
      changed: ["$.providers[0]"]),
    Row(
      old: "{\"providers\": [\(home)]}", new: #"{"providers": [{"name": "home", "transport": "loopback", "maximumCallGroups": 9}]}"#,
      changed: ["$.providers[0]"]),
    Row(
      old: "{\"providers\": [\(home)]}", new: #"{"providers": [{"name": "home", "transport": "loopback", "deadlines": {"end": 1}}]}"#,
      changed: ["$.providers[0]"]),
    Row(
      old: "{\"providers\": [\(home)]}", new: #"{"providers": [{"name": "home", "transport": "loopback", "stream": "ws://h:1/a"}]}"#,
      changed: ["$.providers[0]"]),
    Row(old: "{\"providers\": [\(home), \(shop)]}", new: "{\"providers\": [\(shop)]}", drained: ["home"]),
    Row(
      old: "{\"providers\": [\(home)]}", new: #"{"providers": [{"name": "home", "transport": "sip"}]}"#, changed: ["$.providers[0]"],
      drained: ["home"]),
    Row(
      old: "{\"providers\": [\(home)]}", new: #"{"providers": [{"name": "home", "transport": "loopback", "line": "desk"}]}"#,
      changed: ["$.providers[0]"], drained: ["home"]),
    Row(
      old: "{\"providers\": [\(home)]}", new: #"{"providers": [{"name": "home", "transport": "loopback", "process": "each"}]}"#,
      changed: ["$.providers[0]"], drained: ["home"]),
    Row(old: "{\"providers\": [\(home), \(shop)]}", new: "{\"providers\": [\(shop), \(home)]}"),
    Row(old: "{}", new: "{\"providers\": [\(home)]}", needRestart: ["$.providers"]),
    // The doors, rights, memory and log.
    Row(old: "{}", new: #"{"access": {"grants": [{"peer": "uid:7", "rights": ["observe"]}]}}"#, changed: ["$.access"]),
    Row(old: "{}", new: #"{"access": {"user": ["uid:7"]}}"#, changed: ["$.access"]),
    Row(old: "{}", new: #"{"socket": {"limits": {"line": 2048}}}"#, changed: ["$.socket.limits"]),
    Row(old: "{}", new: #"{"socket": {"path": "/run/x.sock"}}"#, needRestart: ["$.socket"]),
    Row(old: "{}", new: #"{"socket": {"mode": "0660"}}"#, needRestart: ["$.socket"]),
    Row(old: "{}", new: #"{"socket": {"group": "audio"}}"#, needRestart: ["$.socket"]),
    Row(old: "{}", new: #"{"bus": {"gnomeCalls": "ifFree"}}"#, changed: ["$.bus.gnomeCalls"]),
    Row(old: #"{"bus": {"gnomeCalls": "ifFree"}}"#, new: #"{"bus": {"gnomeCalls": "off"}}"#, changed: ["$.bus.gnomeCalls"]),
    Row(old: "{}", new: #"{"bus": {"name": "off"}}"#, needRestart: ["$.bus"]),
    Row(old: "{}", new: #"{"bus": {"lines": "all"}}"#, needRestart: ["$.bus"]),
    Row(
      old: "{}", new: #"{"bus": {"name": "system", "gnomeCalls": "ifFree"}}"#, changed: ["$.bus.gnomeCalls"], needRestart: ["$.bus"]),
    Row(old: "{}", new: #"{"store": {"days": 30}}"#, changed: ["$.store.days"]),
    Row(old: "{}", new: #"{"store": {"calls": 5}}"#, changed: ["$.store.calls"]),
    Row(old: "{}", new: #"{"store": {"path": "/var/x"}}"#, needRestart: ["$.store"]),
    Row(old: "{}", new: #"{"store": {"durability": "full"}}"#, needRestart: ["$.store"]),
    Row(old: "{}", new: #"{"log": {"level": "debug"}}"#, changed: ["$.log"]),
    Row(old: "{}", new: #"{"log": {"topics": {"socket": "debug"}}}"#, changed: ["$.log"]),
    Row(old: #"{"log": {"format": "json"}}"#, new: "{}", changed: ["$.log"]),
    Row(old: #"{"log": {"format": "json"}}"#, new: #"{"log": {"format": "json"}}"#),
  ]

  private static func read(_ text: String) throws -> DaemonConfig {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    return try DaemonConfig.read(file: scratch.write(text, to: "c.json").path)
  }

  @Test("Each change counts at once, drains a provider, or waits for a restart", arguments: rows) func row(_ row: Row) throws {
    let report = DaemonReload(from: try Self.read(row.old), to: try Self.read(row.new)).report
    #expect(report == ReloadReport(changed: row.changed, drained: row.drained, needRestart: row.needRestart))
  }

  @Test("Every member of the configuration has a row") func all() throws {
    let error = try #require(throws: RunConfigError.self) { try Self.read(#"{"?": 1}"#) }
    let members = try #require(error.reason.split(separator: "known are ").last).split(separator: ", ").map(String.init)
    // The cluster has a test of its own, since not every build reads it.
    for member in members where member != "cluster" {
      #expect(Self.rows.contains { "\($0.old)\($0.new)".contains("\"\(member)\": ") }, "\(member)")
    }
  }

  @Test("The screeners of a configuration join those of the policy; a line that one names has a policy of its own") func screeners() throws
  {
    let config = try Self.read(
      #"{"policy": {"screeners": ["first"]}, "screeners": [{"name": "first", "deadline": 2}, {"name": "all"}, "#
        + #"{"name": "desk", "lines": ["desk", "each"], "deadline": 0.5}]}"#
    ).run
    let (usual, lines) = config.screened(config.policy)
    #expect(usual.screeners == ["first", "all"] && usual.screenDeadlines == ["first": .seconds(2)])
    #expect(Set(lines.keys) == ["desk", .each])
    #expect(lines["desk"]?.screeners == ["first", "all", "desk"])
    #expect(lines["desk"]?.screenDeadlines == ["first": .seconds(2), "desk": .milliseconds(500)])
    let (none, others) = try Self.read(#"{"policy": {"maximumCallGroups": 4}}"#).run.screened(LinePolicy())
    #expect(none == LinePolicy() && others.isEmpty)
  }

  #if HOOKSWITCH_CLUSTER
    @Test("A changed cluster waits for a restart") func cluster() throws {
      let member = #"{"cluster": {"name": "acme", "node": "a1", "servers": ["nats://n1:4222"]}}"#
      let scratch = try ScratchFolder()
      defer { scratch.remove() }
      let (old, new) = (try scratch.write("{}", to: "old.json"), try scratch.write(member, to: "new.json"))
      let plan = DaemonReload(from: try DaemonConfig.read(file: old.path), to: try DaemonConfig.read(file: new.path))
      #expect(plan.needRestart == ["$.cluster"] && plan.changed == [])
    }
  #endif
}
