import Foundation
import Testing

@testable import HookswitchCLI

/// The command in the report of a failure, run as printed.
@Suite("The command that repeats a failure")
struct ConformRepeatTests {
  /// Builds a mutant of the reference plugin into a folder, under a name that a shell must quote.
  private static func build(_ name: String, into scratch: ScratchFolder) async throws -> String {
    let folder = scratch.url.appendingPathComponent("it's a folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Mutants").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let (out, stem) = (scratch.url.path, "mut_\(name)")
    process.arguments = ["make", "-s", "-C", sources, "OUT=\(out)", "\(out)/\(stem).so", "\(out)/\(stem).transport.json"]
    #expect(try await process.runToEnd() == 0)
    for ending in ["so", "transport.json"] {
      try FileManager.default.moveItem(atPath: "\(out)/\(stem).\(ending)", toPath: "\(folder.path)/\(stem).\(ending)")
    }
    return "\(folder.path)/\(stem).so"
  }

  @Test(
    "gives the same failure, in a few seconds",
    arguments: [
      ("12", ["--test", "abi.*"]), ("20", ["--test", "life.*", "--repeat", "2"]), ("40", ["--test", "thread.tags", "-j2"]),
      ("201_umask", ["--test", "process.*", "--shuffle"]),
    ])
  func same(_ mutant: String, _ options: [String]) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let plugin = try await Self.build(mutant, into: scratch)
    let config = try scratch.write("{}", to: "a config.json").path
    let (first, second) = (scratch.url.appendingPathComponent("first").path, scratch.url.appendingPathComponent("second").path)
    let outcome = try await BuiltCommand.run(["conform", plugin, "--config", config, "--json", first] + options)
    #expect(outcome.exitCode == 1, "\(outcome.output)\(outcome.complaint)")
    let failure = try #require(try Self.failures(first).first)
    let again = try #require(failure["again"] as? String)
    #expect(outcome.output.contains("  again: \(again)\n"))
    for word in ["rule", "function", "seen", "expected"] {
      let account = failure["failure"] as? [String: Any]
      #expect((account?[word] as? String)?.isEmpty == false, "\(word): \(account ?? [:])")
    }
    let begin = ContinuousClock.now
    #expect(try await Self.shell("\(again) --json \(second)", scratch) == 1, "\(again)")
    // It takes less than 5 s; a debug build on a busy machine takes longer.
    #expect(ContinuousClock.now - begin < .seconds(20))
    let repeated = try Self.failures(second)
    #expect(repeated.count == 1)
    for member in ["id", "transport", "status", "detail", "seed"] {
      #expect(repeated.first?[member] as? String == failure[member] as? String, "\(member) of \(again)")
    }
  }

  private static func failures(_ file: String) throws -> [[String: Any]] {
    let report = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file))) as? [String: Any]
    let tests = (report?["tests"] as? [[String: Any]]) ?? []
    return tests.filter { ["fail", "crash", "timeout"].contains($0["status"] as? String) }
  }

  /// Runs a line of a shell with the built command on PATH.
  private static func shell(_ line: String, _ scratch: ScratchFolder) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    var variables = BuiltCommand.inherited(home: scratch.url.path)
    variables["PATH"] = "\(BuiltCommand.folder.path):\(variables["PATH"] ?? "/usr/bin:/bin")"
    process.environment = variables
    process.standardOutput = try scratch.newFile("again")
    return try await process.runToEnd()
  }
}
