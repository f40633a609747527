import Foundation
import HostDoors
import HostSurface
import StrictJSON
import Testing

/// The daemon as its users see it: a process, its socket, its memory, and the verbs that speak with it.
@Suite("hookswitch daemon", .serialized, .timeLimit(.minutes(4))) struct DaemonTests {
  @Test("Two calls from the shell: dial, hold, swap, merge, end, and the history has both") func twoCalls() async throws {
    let daemon = try await RunningDaemon()
    let first = try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["active"])
    try await daemon.perform("dial", "5550100", "--provider", "home")
    try await daemon.until(calls: ["held", "active"])
    try await daemon.perform("swap")
    try await daemon.until(calls: ["active", "held"])
    #expect(try await daemon.perform("calls").contains(first.prefix(8)))
    try await daemon.perform("merge", "active", "held")
    try await daemon.until(calls: ["active", "active"])
    try await daemon.perform("mute", first)
    #expect(try await daemon.rows("calls", "calls").compactMap { $0["muted"] as? Bool } == [true, false])
    try await daemon.perform("end", first, "--group")
    try await daemon.until(calls: [])
    let history = try await daemon.rows("calls", "history")
    #expect(history.compactMap { $0["outcome"] as? String } == ["answered", "answered"])
    #expect(try await daemon.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  @Test("A verb says what went wrong, and its exit code says of what kind") func failures() async throws {
    let daemon = try await RunningDaemon()
    let refused = try await daemon.run("answer")
    #expect(refused.exitCode == 1 && refused.complaint == "hookswitch: answer: no live call is \"ringing\"\n")
    #expect(try await daemon.run("hold", "x").exitCode == 2)
    #expect(try await daemon.run("api", "call.fly").exitCode == 2)
    #expect(try await daemon.run("api", "call.list", "{").exitCode == 2)
    let late = try await BuiltCommand.run(
      ["api", "request.wait", #"{"request": 1, "timeout": 0}"#, "--socket", daemon.socket])
    #expect(late.exitCode == 1, "there is no request 1: \(late.complaint)")
    _ = try await daemon.end()
    let nobody = try await daemon.run("calls")
    #expect(nobody.exitCode == 3 && nobody.complaint.contains("hookswitch daemon"))
  }

  @Test("A second daemon exits with 3 and names the first; a socket that is left behind is replaced") func oneAtATime() async throws {
    let daemon = try await RunningDaemon()
    let second = try await BuiltCommand.run(["daemon", "--socket", daemon.socket])
    #expect(second.exitCode == 3 && second.complaint.contains("process \(daemon.process.processIdentifier)"))
    daemon.signal(SIGKILL)
    _ = await daemon.ended()
    #expect(FileManager.default.fileExists(atPath: daemon.socket))
    let next = try await RunningDaemon(in: daemon.scratch)
    #expect(try await next.perform("calls") == "")
    #expect(try await next.end() == 0)
  }

  @Test("kill -9 in a call: the next daemon has the call in its history as failed, hostLost") func hostLost() async throws {
    let daemon = try await RunningDaemon()
    try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["active"])
    daemon.signal(SIGKILL)
    _ = await daemon.ended()
    let next = try await RunningDaemon(in: daemon.scratch)
    let history = try await next.rows("calls", "history")
    #expect(history.count == 1)
    let end = try #require(history.first?["end"] as? [String: Any])
    #expect(end["reason"] as? String == "failed" && end["cause"] as? String == "hostLost")
    _ = try await next.end()
  }

  @Test("SIGHUP and host.reload: calls go on, a broken file changes nothing, a provider that is gone ends with its last call")
  func reload() async throws {
    let daemon = try await RunningDaemon(
      providers: #"[{"name": "home", "transport": "loopback"}, {"name": "shop", "transport": "loopback"}]"#)
    try await daemon.perform("dial", "5550100", "--provider", "home")
    try await daemon.until(calls: ["active"])
    try RunningDaemon.write(#"[{"name": "home"}]"#, to: daemon.scratch)
    daemon.signal(SIGHUP)
    try await daemon.until("keeps its configuration")
    #expect(try await daemon.perform("status").contains("$.providers[0].transport"))
    let broken = try await daemon.run("api", "host.reload")
    #expect(broken.exitCode == 1 && broken.complaint.contains("$.providers[0].transport"))
    try await daemon.until(calls: ["active"])

    try RunningDaemon.write(#"[{"name": "den", "transport": "loopback"}]"#, #", "policy": {"maximumCallGroups": 4}"#, to: daemon.scratch)
    let report = try await daemon.perform("api", "host.reload")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: [String]])
    #expect(object["drained"] == ["home", "shop"] && object["changed"] == ["$.policy", "$.providers[0]"])
    func names() async throws -> [String] { try await daemon.rows("providers", "providers").compactMap { $0["provider"] as? String } }
    while try await names() != ["home", "den"] { await RunningDaemon.pause() }
    #expect(try await daemon.perform("api", "line.getPolicy").contains(#""maximumCallGroups":4"#))
    #expect(!(try await daemon.perform("status").contains("problem")))
    try await daemon.until(calls: ["active"])
    try await daemon.perform("end")
    while try await names() != ["den"] { await RunningDaemon.pause() }
    #expect(try await daemon.end() == 0)
  }

  @Test("host.reload: new limits of the socket count for open connections; the route of audio is set and withdrawn by the verb")
  func limitsAndRoute() async throws {
    let daemon = try await RunningDaemon()
    let client = try SocketClient(daemon.socket)
    let long = JSONValue.object(of: ["client": .string(String(repeating: "x", count: 2_000))])
    _ = try client.request(.hostHello, long)
    try RunningDaemon.write(
      #"[{"name": "home", "transport": "loopback"}]"#, #", "socket": {"limits": {"line": 1024}}"#, to: daemon.scratch)
    #expect(try await daemon.perform("api", "host.reload").contains(#""changed":["$.socket.limits"],"drained":[],"needRestart":[]"#))
    let error = try #require(throws: ClientError.self) { try client.request(.hostHello, long) }
    if case .refused(let refusal) = error { #expect(refusal.code == "tooLarge") } else { Issue.record("\(error)") }

    let unknown = try await daemon.run("audio", "route", "moon")
    #expect(unknown.exitCode == 1 && unknown.complaint.contains("moon"), "\(unknown.complaint)")
    #expect(try await daemon.perform("audio", "route").hasPrefix("line: main"))
    #expect(try await daemon.perform("audio").hasPrefix("line: main"))
    #expect(try await daemon.end() == 0)
  }

  @Test("host.drain ends the daemon with its last call, and starts none meanwhile") func drain() async throws {
    let daemon = try await RunningDaemon()
    try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["active"])
    #expect(try await daemon.perform("api", "host.drain", #"{"deadline": 60}"#).contains(#""state":"draining""#))
    let refused = try await daemon.run("dial", "5550100")
    #expect(refused.exitCode == 1 && refused.complaint.contains("draining"))
    try await daemon.perform("end")
    #expect(await daemon.ended() == 0)
  }

  @Test("Block rules and do-not-disturb decide, survive a restart, and say why") func callers() async throws {
    let daemon = try await RunningDaemon(others: #", "blocked": ["+12025550101"]"#)
    #expect(try await daemon.perform("block", "+12025550100", "--reason", "spam").hasPrefix("rule "))
    #expect(try await daemon.perform("check", "+12025550100").hasPrefix("refuse (filteredByBlockList) by J4"))
    #expect(try await daemon.perform("check", "+12025550101").hasPrefix("refuse (filteredByBlockList) by J4"))
    try await daemon.perform("dnd", "on")
    #expect(try await daemon.end() == 0)
    let next = try await RunningDaemon(in: daemon.scratch)
    #expect(try await next.perform("check", "+12025550100").hasPrefix("refuse (filteredByBlockList)"))
    #expect(try await next.perform("check", "+12025550199").hasPrefix("refuse (filteredByDoNotDisturb) by N0"))
    #expect(try await next.perform("dnd", "--json").contains(#""mode":"on""#))
    try await next.perform("dnd", "off")
    #expect(try await next.perform("dnd", "--json").contains(#""mode":"off""#))
    #expect(try await next.perform("check", "+12025550199").hasPrefix("ring"))
    _ = try await next.end()
  }

  @Test("watch in a pipe gives the snapshot, then each event as a line of JSON") func watch() async throws {
    let daemon = try await RunningDaemon()
    let watcher = Process()
    watcher.executableURL = BuiltCommand.folder.appendingPathComponent("hookswitch")
    watcher.arguments = ["watch", "--socket", daemon.socket]
    watcher.environment = BuiltCommand.inherited(home: daemon.scratch.url.path)
    watcher.standardInput = FileHandle.nullDevice
    watcher.standardOutput = try daemon.scratch.newFile("watched")
    try watcher.run()
    defer { watcher.terminate() }
    func lines() throws -> [String] { try daemon.scratch.text("watched").split(separator: "\n").map(String.init) }
    while try lines().isEmpty { await RunningDaemon.pause() }
    #expect(try lines().first?.hasPrefix(#"{"method":"snapshot""#) == true)
    try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["active"])
    try await daemon.perform("end")
    while try !lines().contains(where: { $0.contains(#""kind":"ended""#) }) { await RunningDaemon.pause() }
    #expect(try lines().contains { $0.contains(#""kind":"added""#) })
    _ = try await daemon.end()
  }
}
