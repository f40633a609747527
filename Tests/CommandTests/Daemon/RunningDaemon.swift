import Foundation
import Glibc
import Testing

/// A `hookswitch daemon` of the test's own, with its folders, and verbs that speak with it.
final class RunningDaemon {
  let scratch: ScratchFolder
  let process = Process()
  private let isKept: Bool

  /// Starts a daemon and waits until it serves.
  ///
  /// - Parameters:
  ///   - providers: the member `providers` of its configuration; nil to start without a configuration.
  ///   - others: further members of the configuration, each with a comma in front.
  ///   - scratch: the folders of an earlier daemon, to go on with its memory; nil for new ones.
  ///   - environment: further variables of the daemon's environment.
  ///   - arguments: further arguments.
  ///   - launcher: a program that becomes the daemon, and its arguments; the daemon's command line follows them.
  init(
    providers: String? = #"[{"name": "home", "transport": "loopback"}]"#, others: String = "", in scratch: ScratchFolder? = nil,
    environment: [String: String] = [:], _ arguments: [String] = [], after launcher: [String] = []
  ) async throws {
    isKept = scratch != nil
    self.scratch = try scratch ?? ScratchFolder()
    if let providers { try Self.write(providers, others, to: self.scratch) }
    let command =
      launcher + [
        BuiltCommand.folder.appendingPathComponent("hookswitch").path, "daemon", "--transport-path", BuiltCommand.folder.path,
      ] + (providers == nil ? [] : ["--config", configuration]) + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = BuiltCommand.inherited(home: self.scratch.url.path).merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardError = try self.scratch.newFile("log")
    try process.run()
    try await until("ready: socket")
  }

  var configuration: String { scratch.url.path + "/config.json" }
  var socket: String { scratch.url.path + "/.local/state/hookswitch/host.sock" }
  var log: String { (try? scratch.text("log")) ?? "" }

  static func write(_ providers: String, _ others: String = "", to scratch: ScratchFolder) throws {
    try scratch.write(
      #"{"providers": \#(providers), "audio": {"device": "null"}\#(others)}"#, to: "config.json")
  }

  /// Waits until the log has a text.
  func until(_ text: String) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !log.contains(text) {
      try #require(ContinuousClock.now < end && process.isRunning, "no \"\(text)\" in \(log)")
      await Self.pause()
    }
  }

  /// Runs a verb of the command against this daemon.
  func run(_ words: String...) async throws -> BuiltCommand.Outcome {
    try await BuiltCommand.run(words + ["--socket", socket])
  }

  /// Runs a verb that succeeds, and returns its output.
  @discardableResult
  func perform(_ words: String..., at location: SourceLocation = #_sourceLocation) async throws -> String {
    let outcome = try await BuiltCommand.run(words + ["--socket", socket])
    #expect(outcome.exitCode == 0, "\(words): \(outcome.complaint)", sourceLocation: location)
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  /// Runs a list with `--json`, and returns the member with its rows.
  func rows(_ member: String, _ words: String...) async throws -> [[String: Any]] {
    let outcome = try await BuiltCommand.run(words + ["--json", "--socket", socket])
    #expect(outcome.exitCode == 0, "\(words): \(outcome.complaint)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return try #require(object?[member] as? [[String: Any]])
  }

  /// Waits until the calls have these states, the oldest first.
  func until(calls states: [String]) async throws {
    let end = ContinuousClock.now + .seconds(30)
    var last: [String] = []
    repeat {
      last = try await rows("calls", "calls").compactMap { $0["state"] as? String }
      if last == states { return }
      await Self.pause()
    } while ContinuousClock.now < end
    Issue.record("the calls are \(last), not \(states)")
  }

  /// Lets the daemon's process run before it is looked at again.
  ///
  /// It blocks no thread: the tests share as many as there are cores.
  static func pause() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { continuation.resume() }
    }
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Ends the daemon with SIGTERM; returns its exit code.
  func end() async throws -> Int32 {
    signal(SIGTERM)
    return await ended()
  }

  /// Waits for the end of the daemon, and returns its exit code.
  ///
  /// Kills a daemon that goes on for longer than any end may take, so that the test fails instead of hanging.
  func ended() async -> Int32 {
    let limit = ContinuousClock.now + .seconds(240)
    while process.isRunning, ContinuousClock.now < limit { await Self.pause() }
    if process.isRunning {
      Issue.record("the daemon did not end within 240 s")
      signal(SIGKILL)
      while process.isRunning { await Self.pause() }
    }
    return process.terminationStatus
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    if !isKept { scratch.remove() }
  }
}
