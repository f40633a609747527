import CallControl
import Foundation
import Testing

/// `hookswitch run --auto-answer` with one account in a process of its own.
struct AnsweringRun: Sendable {
  let port: UInt16
  private let command: PeerProcess

  init(_ settings: [String: Account.Value] = [:]) async throws {
    let account = Account("desk", settings.filter { if case .text("") = $0.value { false } else { true } })
    port = account.port
    let config = #"{"providers": [{"name": "desk", "transport": "org.hookswitch.sip", "settings": \#(account.configuration)}]}"#
    command = try PeerProcess(
      PluginFolder.name + "/hookswitch",
      ["run", "--auto-answer", "--json", "--isolation", "process", "--transport-path", PluginFolder.name, "--config", "run.json"],
      files: ["run.json": config])
    try #require(await command.says(#""event":"ready""#), "it does not become ready: \(command.output.entries)")
  }

  /// Upgrades, and returns the answer.
  func upgrade(_ words: String) async throws -> String {
    let start = command.output.entries.count
    try command.type("upgrade \(words)")
    let answer = await command.output.first(from: start, within: .seconds(30)) { line in
      line.contains(#""command":"upgrade"#) ? line : nil
    }
    return try #require(answer, "no answer: \(command.output.entries.suffix(20))")
  }

  /// Waits until so many calls are, or have been, active.
  func answers(_ count: Int) async -> Bool {
    await command.output.first(within: .seconds(30)) { [command] _ in
      command.output.entries.count { $0.contains(#""event":"active""#) } >= count ? true : nil
    } ?? false
  }

  /// Kills the process that `processes` shows as running.
  func killNewest() async throws {
    let start = command.output.entries.count
    try command.type("processes")
    let answer = await command.output.first(from: start) { $0.contains(#""command":"processes"#) ? $0 : nil }
    let text = try #require(answer)
    let row = try #require(text.matches(of: /\{[^{}]*"pid":(\d+)[^{}]*\}/).first { $0.0.contains(#""state":"running""#) }, "\(text)")
    kill(try #require(pid_t(row.1)), SIGKILL)
  }

  /// Waits for the end of `calls` calls, and quits the command.
  func leave(after calls: Int) async throws {
    let ended = await command.output.first(within: .seconds(30)) { [command] _ in
      command.output.entries.count { $0.contains(#""event":"ended""#) } >= calls ? true : nil
    }
    try #require(ended == true, "not all calls end: \(command.output.entries.suffix(20))")
    try command.type("quit")
    #expect(await command.exit() == 0, "\(command.output.entries.suffix(20))")
  }
}
