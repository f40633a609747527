import Foundation
import Testing

@testable import HookswitchCLI

/// The web console that a daemon runs.
@Suite(
  "hookswitch daemon: its web console", .serialized, .enabled(if: allVerbs.contains { $0.syntax.name == "console" }),
  .timeLimit(.minutes(4)))
struct DaemonConsoleTests {
  private static let console = #", "console": {"listen": "127.0.0.1:0", "names": ["calls.example.org"]}"#

  /// Returns true while a process runs; one that was not reaped yet has ended.
  private static func runs(_ process: Int) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return text.split(separator: ")").last?.split(separator: " ").first != "Z"
  }

  private static func untilEnded(_ process: Int) async {
    let end = ContinuousClock.now + .seconds(30)
    while runs(process), ContinuousClock.now < end { await RunningDaemon.pause() }
    #expect(!runs(process), "process \(process) still runs")
  }

  /// Waits until the daemon's log has the nth process of the console, and returns it.
  private static func process(_ number: Int, of daemon: RunningDaemon) async throws -> Int {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let found = daemon.log.matches(of: /the console runs as process (\d+)/).compactMap { Int($0.1) }
      if found.count >= number { return found[number - 1] }
      try #require(ContinuousClock.now < end, "no process \(number) of the console in \(daemon.log)")
      await RunningDaemon.pause()
    }
  }

  @Test("The daemon runs the console, starts it again after its death, and ends it after a reload without it") func child() async throws {
    let daemon = try await RunningDaemon(others: Self.console, ["--no-bus"])
    let first = try await Self.process(1, of: daemon)
    try await daemon.until("The console is at http://127.0.0.1:")
    let words = try String(contentsOfFile: "/proc/\(first)/cmdline", encoding: .utf8).split(separator: "\0")
    #expect(words.contains("console") && words.contains(Substring(daemon.socket)) && words.contains("calls.example.org"))
    kill(pid_t(first), SIGKILL)
    try await daemon.until("was ended by signal 9; it starts again in 1 s")
    // The death is a problem of the host, which the health names too.
    #expect(try await daemon.perform("api", "health.read").contains("was ended by signal 9, and starts again by itself"))
    let second = try await Self.process(2, of: daemon)
    #expect(second != first && Self.runs(second))
    // Calls go on all the time.
    try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["active"])
    try RunningDaemon.write(#"[{"name": "home", "transport": "loopback"}]"#, to: daemon.scratch)
    #expect(try await daemon.perform("api", "host.reload").contains(#""changed":["$.console"]"#))
    #expect(!Self.runs(second))
    #expect(try await daemon.end() == 0)
  }

  @Test("The console ends with the daemon, also with one that is killed", arguments: [SIGTERM, SIGKILL])
  func end(_ signal: Int32) async throws {
    let daemon = try await RunningDaemon(others: Self.console, ["--no-bus"])
    let child = try await Self.process(1, of: daemon)
    try await daemon.until("The console is at http://127.0.0.1:")
    daemon.signal(signal)
    _ = await daemon.ended()
    await Self.untilEnded(child)
  }

  @Test(
    "config check names a wrong member of console by its place",
    arguments: [
      (#"{"listen": "0.0.0.0:80"}"#, "$.console.listen"), (#"{"listen": "somewhere"}"#, "$.console.listen"),
      (#"{"certificate": "/c.pem"}"#, "$.console"), (#"{"certificate": "c.pem", "key": "/k.pem"}"#, "$.console.certificate"),
      (#"{"trustProxy": true}"#, "$.console"), (#"{"port": 80}"#, "$.console.port"),
    ])
  func wrong(_ console: String, _ place: String) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write("{\"console\": \(console)}", to: "c.json").path
    let check = try await BuiltCommand.run(["config", "check", file])
    #expect(check.exitCode == 2 && check.complaint.contains(place), "\(check.complaint)")
  }

  @Test("The member becomes the words of the command, and {} stands for the usual address") func words() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    func words(_ console: String) throws -> [String]? {
      try DaemonConfig.read(file: try scratch.write("{\"console\": \(console)}", to: "c.json").path).console?.words(socket: "/s")
    }
    #expect(try words("{}") == ["hookswitch", "console", "--until-eof", "--socket", "/s"])
    #expect(
      try words(#"{"listen": "unix:/c", "names": ["a", "b"], "trustProxy": true}"#)
        == ["hookswitch", "console", "--until-eof", "--socket", "/s", "--listen", "unix:/c", "--name", "a", "--name", "b", "--trust-proxy"])
    #expect(
      try words(#"{"listen": "0.0.0.0:443", "certificate": "/c.pem", "key": "/k.pem"}"#)?.suffix(4)
        == ["--certificate", "/c.pem", "--key", "/k.pem"])
  }

  @Test("The pause grows with each short life to a minute, and is short again after a good one") func pause() {
    var pause = RestartPause()
    let short = (0..<8).map { _ in pause.next(afterLife: .seconds(1)).components.seconds }
    #expect(short == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect(pause.next(afterLife: RestartPause.goodLife) == .seconds(1) && pause.next(afterLife: .zero) == .seconds(2))
  }
}
