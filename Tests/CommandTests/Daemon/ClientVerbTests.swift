import CallStore
import Foundation
import HostConfiguration
import HostDoors
import HostSurface
import Locking
import StrictJSON
import Testing

@testable import HookswitchCLI

/// The table of client verbs against the table of the host's surface.
@Suite("Client verbs") struct ClientVerbTests {
  /// The verbs, and the actions that are one request.
  private static let plain = ClientVerb.all + ClientVerb.actions.filter { $0.flow == nil }

  @Test("Every action belongs to a verb, and every word of the verbs' list in daemon.md is there") func words() {
    let names = Set(allVerbs.map { $0.syntax.name })
    for action in ClientVerb.actions { #expect(names.contains(String(action.name.prefix { $0 != " " })), "\(action.name)") }
    let listed = """
      dial answer decline end hold resume swap merge split mute unmute dtmf continue transfer deflect accept refuse silence record stop calls
      status audio stats providers history favourites contacts block allow dnd directory check watch open access api config
      """
    for name in listed.split(whereSeparator: \.isWhitespace) { #expect(names.contains(String(name)), "\(name)") }
  }

  @Test("Every verb makes parameters that its method takes", arguments: plain.map(\.name)) func parameters(_ name: String) throws {
    let verb = try #require(Self.plain.first { $0.name == name })
    let samples = [
      "HANDLE": "+12025550100", "CALL": "active", "DIGITS": "12", "ID": "3", "MODE": "on", "LINE": "main", "FILE": "call.wav",
      "RIGHT": "control:call.end", "PEER": "uid:7",
    ]
    let words = verb.operands.map { samples[$0.name] ?? "text" }
    let options = verb.options.flatMap { option -> [String] in
      switch option.value {
      case nil: ["--hold", "--end", "--end-held", "--to"].contains(option.name) ? [] : [option.name]
      case "TIME": [option.name, "2026-11-24T20:00:00Z"]
      case "N": [option.name, "5"]
      case "CALL": []
      default: [option.name, "main"]
      }
    }
    for words in [words, words + options] {
      let arguments = try Arguments(parsing: words, by: verb.syntax)
      let parameters = verb.parameters(of: arguments)
      do throws(MethodError) {
        _ = try HostSurface.parameters(of: verb.method, from: parameters)
      } catch {
        Issue.record("\(name): \(error) in \(parameters.text)")
      }
    }
  }

  @Test(
    "Operands become the method's parameters, with the verb's defaults",
    arguments: [
      ("hold", [], #"{"call":"active","origin":"user","wait":"performed"}"#),
      ("answer", ["--end"], #"{"call":"ringing","choice":"endActive","origin":"user","wait":"performed"}"#),
      ("dtmf", ["12", "held", "--no-wait"], #"{"call":"held","digits":"12","origin":"user","wait":"accepted"}"#),
      ("transfer", ["--to", "held"], #"{"call":"active","to":"held","origin":"user","wait":"performed"}"#),
      ("merge", ["aaaa", "bbbb"], #"{"calls":["aaaa","bbbb"],"origin":"user","wait":"performed"}"#),
      ("unblock", ["3"], #"{"id":3}"#), ("history", ["--limit", "7"], #"{"limit":7}"#),
      ("allow", ["tel:1"], #"{"kind":"exact","value":"tel:1","effect":"allow"}"#), ("history", [], "{}"),
      (
        "history", ["--missed", "--text", "ann", "--unread"],
        #"{"filter":{"text":"ann","outcomes":["missed"],"unread":true}}"#
      ), ("history remove", ["3", "4"], #"{"ids":[3,4]}"#),
      ("audio", ["desk"], #"{"line":"desk"}"#), ("audio route", ["speaker"], #"{"route":"speaker"}"#),
      ("audio route", ["--line", "desk"], #"{"route":"","line":"desk"}"#),
      ("contacts add", ["Ann", "tel:1", "sip:a@b"], #"{"contact":{"name":"Ann","handles":[{"handle":"tel:1"},{"handle":"sip:a@b"}]}}"#),
      (
        "access grant", ["uid:7", "provide", "screen", "--name", "chat", "--name", "spam"],
        #"{"peer":"uid:7","rights":["provide","screen"],"names":["chat","spam"]}"#
      ), ("directory disable", ["org.example.spam"], #"{"directory":"org.example.spam","enabled":false}"#),
    ]) func mapping(_ name: String, _ words: [String], _ expected: String) throws
  {
    let verb = try #require(Self.plain.first { $0.name == name })
    #expect(verb.parameters(of: try Arguments(parsing: words, by: verb.syntax)).text == expected)
  }

  @Test("No two verbs have one name") func names() {
    let names = allVerbs.map { $0.syntax.name }
    #expect(Set(names).count == names.count)
  }
}

@Suite("Daemon: configuration, reload and log") struct DaemonPartTests {
  private func read(_ text: String) throws -> DaemonConfig {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    return try DaemonConfig.read(file: scratch.write(text, to: "c.json").path)
  }

  @Test(
    "A wrong member is named by its place",
    arguments: [
      (#"{"access": {"grants": [{"peer": "uid:1", "rights": ["fly"]}]}}"#, "$.access.grants[0].rights[0]"),
      (#"{"access": {"grants": [{"peer": "uid:1"}]}}"#, "$.access.grants[0]"), (#"{"socket": {"mode": "9"}}"#, "$.socket.mode"),
      (#"{"socket": {"path": "host.sock"}}"#, "$.socket.path"), (#"{"store": {"days": 0}}"#, "$.store.days"),
      (#"{"store": {"durability": "most"}}"#, "$.store.durability"), (#"{"log": {"topics": {"socket": "loud"}}}"#, "$.log.topics.socket"),
      (#"{"stores": {}}"#, "$.stores"), (#"{"socket": {"limits": {"line": 1000}}}"#, "$.socket.limits.line"),
      (#"{"socket": {"limits": {"lines": 1}}}"#, "$.socket.limits.lines"), (#"{"socket": {"limits": 3}}"#, "$.socket.limits"),
      (#"{"socket": {"limits": {"otherRate": {"perSecond": 0}}}}"#, "$.socket.limits.otherRate.perSecond"),
      (#"{"socket": {"limits": {"stall": 0}}}"#, "$.socket.limits.stall"),
      (#"{"socket": {"limits": {"line": 8000000}}}"#, "$.socket.limits.line"),
      (#"{"socket": {"limits": {"unreadNotifications": 2000000}}}"#, "$.socket.limits.unreadNotifications"),
    ]) func wrong(_ text: String, _ place: String) throws
  {
    let error = try #require(throws: RunConfigError.self) { try read(text) }
    #expect(error.path == place, "\(error)")
  }

  @Test("The members of a daemon are read, and run does not take them") func members() throws {
    let config = try read(
      #"{"access": {"grants": [{"peer": "uid:7", "rights": ["observe", "control:call.end"], "names": ["line:desk"]}]}, "#
        + #""socket": {"mode": "0660", "group": "audio"}, "store": {"days": 30, "calls": 5}, "log": {"level": "debug", "format": "json"}}"#)
    #expect(config.grants == [AccessGrant(peer: "uid:7", rights: ["observe", "control:call.end"], names: ["line:desk"])])
    #expect(config.socketMode == 0o660 && config.socketGroup == "audio" && config.days == 30 && config.calls == 5)
    #expect(config.logLevel == .debug && config.logFormat == .json)
    #expect(throws: RunConfigError.self) { try RunConfigReader.read(Array(#"{"store": {}}"#.utf8), file: "f", folder: "") }
  }

  @Test("The limits of the socket are read, the others keep their defaults, and a reload takes them at once") func limits() throws {
    let text = #"{"socket": {"limits": {"line": 2048, "otherRate": {"perSecond": 5}, "ownerRate": {"burst": 7}, "stall": 1.5}}}"#
    let config = try read(text)
    var expected = DoorLimits()
    (expected.line, expected.stall) = (2_048, .milliseconds(1_500))
    (expected.otherRate, expected.ownerRate) = (RateLimit(perSecond: 5, burst: 5), RateLimit(perSecond: 50_000, burst: 7))
    #expect(config.socketLimits == expected)
    let plan = DaemonReload(from: DaemonConfig(), to: config)
    #expect(plan.changed == ["$.socket.limits"] && plan.needRestart.isEmpty && !plan.hasRetention)
    let fewer = DaemonReload(from: config, to: try read(String(text.dropLast()) + #", "store": {"days": 3, "durability": "full"}}"#))
    #expect(fewer.changed == ["$.store.days"] && fewer.needRestart == ["$.store"] && fewer.hasRetention)
  }

  @Test("A reload adds, configures, drains and replaces providers, and names what waits for a restart") func reload() throws {
    let old = try read(
      #"{"providers": [{"name": "a", "transport": "loopback"}, {"name": "b", "transport": "loopback"}, {"name": "c", "transport": "loopback"}]}"#
    )
    let new = try read(
      #"{"providers": [{"name": "d", "transport": "loopback"}, {"name": "b", "transport": "loopback", "settings": {"x": 1}}, "#
        + #"{"name": "c", "transport": "sip"}], "blocked": ["tel:1"], "socket": {"mode": "0600"}}"#)
    let plan = DaemonReload(from: old, to: new)
    #expect(plan.added.map(\.name) == ["d"] && plan.configured.map(\.name) == ["b"])
    #expect(plan.drained.map(\.name) == ["c", "a"] && plan.drained.map { $0.replacement?.transport } == ["sip", nil])
    #expect(plan.changed == ["$.blocked", "$.providers[0]", "$.providers[1]", "$.providers[2]"] && plan.needRestart == ["$.socket"])
    let same = DaemonReload(from: new, to: new)
    #expect(same.changed.isEmpty && same.drained.isEmpty && same.needRestart.isEmpty)
  }

  @Test("A log line comes at most 10 times a minute, and the next minute says how often it was left out") func repetitions() {
    let lines = Locked<[String]>([])
    let now = Locked<Int64>(0)
    let log = DaemonLog(now: { SurfaceTime(milliseconds: now.withLock { $0 }) }, write: { line in lines.withLock { $0.append(line) } })
    for _ in 0..<25 { log.log(.warning, "socket", "full") }
    #expect(lines.withLock { $0.count } == DaemonLog.repetitions)
    log.log(.debug, "socket", "quiet")
    now.withLock { $0 = 60_000 }
    log.log(.info, "host", "goes on")
    #expect(
      lines.withLock { $0.suffix(2) } == [
        "1970-01-01T00:01:00.000Z warning host: 15 times more: socket: full", "1970-01-01T00:01:00.000Z info host: goes on",
      ])
  }

  @Test("A topic has its own level, and that of its family counts for its parts") func levels() {
    let lines = Locked<[String]>([])
    let log = DaemonLog(now: { SurfaceTime(milliseconds: 0) }, write: { line in lines.withLock { $0.append(line) } })
    log.set(level: .error, topics: ["provider": .debug, "provider.home": .error], format: .json)
    log.log(.info, "host", "a")
    log.log(.debug, "provider.office", "b")
    log.log(.info, "provider.home", "c")
    #expect(
      lines.withLock { $0 } == [
        #"{"time":"1970-01-01T00:00:00.000Z","level":"debug","topic":"provider.office","text":"b"}"#
      ])
  }

  @Test("A line of a transport never waits for standard error; beyond 1,000 lines are left out, and the log says how many") func later() {
    let lines = Locked<[String]>([])
    let (isStuck, goes) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let log = DaemonLog(
      now: { SurfaceTime(milliseconds: 0) }, journal: nil,
      write: { line in
        isStuck.signal()
        goes.wait()
        lines.withLock { $0.append(line) }
      })
    log.logLater(.debug, "provider.home", "quiet")
    log.logLater(.info, "provider.home", "0")
    isStuck.wait()
    for number in 1..<DaemonLog.waitingLimit + 7 { log.logLater(.info, "provider.home", "\(number)") }
    for _ in 0..<DaemonLog.waitingLimit + 2 { goes.signal() }
    log.flush()
    let written = lines.withLock { $0 }
    let texts = (0..<DaemonLog.waitingLimit).map { "1970-01-01T00:00:00.000Z info provider.home: \($0)" }
    #expect(written.dropLast() == texts[...] && written.last?.contains("left out 7 lines") == true)
  }

  @Test("With a journal a line has fields and is no text; what the journal refuses is written as a line") func journal() {
    let lines = Locked<[String]>([])
    let entries = Locked<[[String]]>([])
    let journal = SystemdJournal { fields in
      entries.withLock { $0.append(fields) }
      return !fields[0].contains("lost")
    }
    let log = DaemonLog(now: { SurfaceTime(milliseconds: 0) }, journal: journal, write: { line in lines.withLock { $0.append(line) } })
    log.log(.warning, "provider.office", "keeps\nits settings")
    log.log(.debug, "socket", "quiet")
    log.log(.info, "socket", "lost")
    #expect(
      entries.withLock { $0 } == [
        SystemdLogEntry(.warning, topic: "provider.office", "provider.office: \(PlainText.line("keeps\nits settings"))").fields,
        SystemdLogEntry(.info, topic: "socket", "socket: lost").fields,
      ])
    #expect(lines.withLock { $0 } == ["1970-01-01T00:00:00.000Z info socket: lost"])
  }
}
