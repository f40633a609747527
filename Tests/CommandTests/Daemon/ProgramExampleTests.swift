import Foundation
import Glibc
import Testing

/// The programs in Examples/ProgramPython, as their README says.
@Suite("Examples/ProgramPython: a provider and a screener over the socket", .serialized, .timeLimit(.minutes(4))) struct ProgramExampleTests
{
  /// A program of the folder, and what it printed.
  private final class Program {
    let process = Process()
    private let scratch: ScratchFolder
    private let name: String

    init(_ name: String, _ arguments: [String], _ daemon: RunningDaemon) throws {
      (scratch, self.name) = (daemon.scratch, "\(name)-\(UUID().uuidString)")
      let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Examples/ProgramPython").standardized
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", "-B", folder.appendingPathComponent("\(name).py").path, "--socket", daemon.socket] + arguments
      process.standardInput = FileHandle.nullDevice
      let output = try scratch.newFile(self.name)
      (process.standardOutput, process.standardError) = (output, output)
      try process.run()
    }

    deinit { kill() }

    /// Ends it at once: signals are blocked on the threads of tasks, and in their children.
    func kill() { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

    func waitForEnd() async { while process.isRunning { await RunningDaemon.pause() } }

    var text: String { (try? scratch.text(name)) ?? "" }

    func until(_ words: String, at location: SourceLocation = #_sourceLocation) async throws {
      let end = ContinuousClock.now + .seconds(30)
      while !text.contains(words) {
        try #require(ContinuousClock.now < end, "no \"\(words)\" in \(text)", sourceLocation: location)
        await RunningDaemon.pause()
      }
    }
  }

  private func grant(_ daemon: RunningDaemon) async throws {
    try await daemon.perform("access", "grant", "uid:\(getuid())", "provide", "screen", "--name", "chat", "--name", "spam")
  }

  @Test("The provider carries calls in and out, and its death ends only its own calls (P1)") func provider() async throws {
    let daemon = try await RunningDaemon(others: #", "policy": {"maximumCallGroups": 5}"#)
    let early = try Program("provider", [], daemon)
    try await early.until("access.grant")
    await early.waitForEnd()
    #expect(early.process.terminationStatus == 1 && early.text.contains("access.grant"))
    #expect(try await daemon.perform("access").contains("pending"))

    try await grant(daemon)
    let provider = try Program("provider", ["--calls-from", "ann"], daemon)
    try await provider.until("told shown")
    try await daemon.until(calls: ["ringing"])
    try await daemon.perform("answer")
    try await daemon.until(calls: ["active"])
    try await daemon.perform("dtmf", "12")
    try await provider.until("playDTMF")
    let own = try await daemon.perform("open", "--yes", "chat:bob")
    try await daemon.until(calls: ["held", "active"])
    let nobody = try await daemon.run("open", "--yes", "chat:nobody")
    #expect(nobody.exitCode == 1 && nobody.complaint.contains("nobody has that name"), "\(nobody.complaint)")
    try await daemon.perform("dial", "5550100", "--provider", "home")
    try await daemon.until(calls: ["held", "held", "active"])
    try await daemon.perform("resume", own)
    try await daemon.until(calls: ["held", "active", "held"])

    provider.kill()
    try await daemon.until(calls: ["held"])
    let history = try await daemon.rows("calls", "history", "--provider", "chat")
    let ends = history.compactMap { $0["end"] as? [String: Any] }.filter { $0["cause"] as? String == "providerLost" }
    #expect(ends.count == 2 && ends.allSatisfy { $0["reason"] as? String == "failed" })
    // It comes back under its name.
    let again = try Program("provider", [], daemon)
    try await again.until("told begin")
    _ = try await daemon.end()
    try await again.until("goodbye: ")
  }

  @Test("The screener blocks a caller by its name, and the history says so (I8)") func screener() async throws {
    let daemon = try await RunningDaemon()
    try await grant(daemon)
    try await daemon.perform("api", "line.setPolicy", #"{"policy": {"screeners": ["spam"]}}"#)
    let screener = try Program("screener", ["lottery"], daemon)
    try await screener.until("registered")
    let spam = try Program("provider", ["--calls-from", "lottery"], daemon)
    try await spam.until("filteredByScreener")
    try await screener.until("block")
    spam.kill()
    await spam.waitForEnd()
    while try await daemon.rows("providers", "providers").contains(where: { $0["provider"] as? String == "chat" }) {
      await RunningDaemon.pause()
    }
    let friend = try Program("provider", ["--calls-from", "ann"], daemon)
    try await friend.until("told shown")
    try await screener.until("continue")
    try await daemon.until(calls: ["ringing"])
    let blocked = try await daemon.rows("calls", "history").last
    #expect(blocked?["outcome"] as? String == "blocked" && blocked?["refusal"] as? String == "filteredByScreener")
    #expect((blocked?["decidedBy"] as? String)?.contains("spam") == true, "\(blocked ?? [:])")
    _ = try await daemon.end()
  }
}
