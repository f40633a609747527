import Foundation
import HostConfiguration
import Testing
import TransportLoader

@testable import HookswitchCLI

@Suite("hookswitch run with transports in processes of their own", .timeLimit(.minutes(4)))
struct RunIsolationTests {
  private static let providers = """
    {"providers": [{"name": "home", "transport": "loopback"}, {"name": "work", "transport": "loopback"},
                   {"name": "door", "transport": "loopback", "process": "each"}]}
    """

  private func processes(_ command: RunningCommand) async throws -> [RunningCommand.Object] {
    try #require(try await command.perform("processes")["processes"] as? [RunningCommand.Object])
  }

  /// True while a process runs; one that nobody has reaped does not.
  private static func runs(_ pid: Int) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
    return !stat.contains(") Z ")
  }

  /// The memory map of a process, read to its end: one read gives a page at most.
  private func maps(_ pid: Int32) throws -> String {
    let file = try #require(FileHandle(forReadingAtPath: "/proc/\(pid)/maps"))
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test("A process killed in the middle of its calls ends only those: another's call goes on, and the next dial finds it made anew")
  func killed() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(Self.providers, to: "home.json").path
    let command = try RunningCommand(
      ["--transport-path", try TransportFolder.shared.get().path, "--config", file], home: scratch)
    for dial in ["dial door 5550100", "wait c1 active", "dial home 5550100", "wait c2 active"] { _ = try await command.perform(dial) }

    let rows = try await processes(command)
    let names = rows.map { $0["process"] as? String }
    #expect(names == ["door", "org.hookswitch.loopback"])
    #expect(rows.map { $0["providers"] as? [String] } == [["door"], ["home", "work"]])
    for row in rows {
      #expect(
        Set(row.keys) == [
          "process", "pid", "transport", "version", "providers", "calls", "state", "memory-kb", "restarts", "sandbox", "limits",
        ])
      #expect(row["transport"] as? String == "org.hookswitch.loopback" && row["state"] as? String == "running")
      #expect(row["calls"] as? Int == 1 && row["restarts"] as? Int == 0 && row["sandbox"] as? String == SandboxKernel.current.layers)
      #expect((row["memory-kb"] as? Int ?? 0) > 1000)
    }
    // The host never opens the library; the runners do.
    let pids = try rows.map { try #require(($0["pid"] as? Int).map(Int32.init)) }
    #expect(try !maps(command.process.processIdentifier).contains("libLoopback"))
    for pid in pids { #expect(try maps(pid).contains("libLoopback")) }

    kill(pids[1], SIGKILL)
    let lost = try await command.next { $0["event"] as? String == "lost" }
    #expect((lost["reason"] as? String)?.contains("SIGKILL") == true, "\(lost)")
    _ = try await command.perform("wait c2 ended")
    _ = try await command.perform("resume c1")
    _ = try await command.perform("wait c1 active")
    _ = try await command.perform("dial home 5550100")
    _ = try await command.perform("wait c3 active")
    let after = try await processes(command)
    #expect(after.map { $0["restarts"] as? Int } == [0, 1])
    #expect(after[0]["pid"] as? Int == Int(pids[0]) && after[1]["pid"] as? Int != Int(pids[1]))
    #expect(try await command.close() == 0)
    let limit = ContinuousClock.now + .seconds(10)
    for row in after {
      let pid = try #require(row["pid"] as? Int)
      while Self.runs(pid), ContinuousClock.now < limit { await Task.yield() }
      #expect(!Self.runs(pid), "nothing is left behind")
    }
  }

  @Test("Limits are told with those that have no effect, and the end of the run leaves no control group")
  func limits() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let config = """
      {"isolation": {"limits": {"threads": 64, "cpu-percent": 300}}, "providers": [{"name": "home", "transport": "loopback"}]}
      """
    let file = try scratch.write(config, to: "home.json").path
    let command = try RunningCommand(
      ["--transport-path", try TransportFolder.shared.get().path, "--config", file, "--isolation", "process"], home: scratch)
    for dial in ["dial home 5550100", "wait c1 active"] { _ = try await command.perform(dial) }
    let limits = try #require(try await processes(command).first?["limits"] as? String)
    #expect(limits.hasPrefix("memory 512 MiB, 16384 files, 64 threads, 300 % of a processor"))
    let groups = ControlGroups.current
    #expect(limits.contains("threads does not apply") == (groups.places[.pids] == nil), "\(limits)")
    #expect(limits.contains("cpu-percent does not apply") == (groups.places[.cpu] == nil), "\(limits)")
    let prefix = "hookswitch-\(command.process.processIdentifier)-"
    func folders() throws -> [String] {
      try groups.places.values.flatMap { try FileManager.default.contentsOfDirectory(atPath: $0.folder) }.filter { $0.hasPrefix(prefix) }
    }
    #expect(try folders().count == groups.places.count)
    #expect(try await command.close() == 0)
    #expect(try folders().isEmpty)
  }

  @Test("With --isolation inside there are no processes")
  func inside() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(Self.providers, to: "home.json").path
    let command = try RunningCommand(
      ["--transport-path", try TransportFolder.shared.get().path, "--config", file, "--isolation", "inside"], home: scratch)
    #expect(try await processes(command).isEmpty)
    #expect(try maps(command.process.processIdentifier).contains("libLoopback"))
    #expect(command.complaint.contains("door: it runs inside, so that \"process\" has no effect"), "\(command.complaint)")
    #expect(try await command.close() == 0)
  }

  @Test("Fault 36: a library that is replaced while it runs is refused by the next process, and never loaded by the host")
  func replaced() async throws {
    let (scratch, folder) = (try ScratchFolder(), try TransportFolder())
    defer {
      scratch.remove()
      folder.remove()
    }
    let file = try scratch.write(#"{"providers": [{"name": "home", "transport": "loopback"}]}"#, to: "home.json").path
    let command = try RunningCommand(["--transport-path", folder.path, "--config", file, "--isolation", "process"], home: scratch)
    _ = try await command.perform("wait ready")
    let pid = try #require(try await processes(command).first?["pid"] as? Int)
    let library = URL(fileURLWithPath: folder.path).appendingPathComponent("libLoopback.so")
    try FileManager.default.copyItem(at: library, to: library.appendingPathExtension("new"))
    #expect(rename(library.path + ".new", library.path) == 0)
    kill(Int32(pid), SIGKILL)
    let lost = try await command.next { $0["event"] as? String == "lost" && ($0["reason"] as? String)?.contains("identity") == true }
    #expect((lost["reason"] as? String)?.contains("try again when its installation is over") == true, "\(lost)")
    #expect(try !maps(command.process.processIdentifier).contains("libLoopback"))
    #expect(try await command.close() == 0)
  }

  static let conflicts: [(providers: String, place: String)] = [
    (
      #"{"name": "a", "transport": "loopback", "process": "x"}, {"name": "b", "transport": "org.hookswitch.example-c", "process": "x"}"#,
      "$.providers[1].process: names the process of a"
    ),
    (
      #"{"name": "a", "transport": "loopback"}, {"name": "b", "transport": "loopback", "isolation": {"limits": {"memory-mb": 64}}}"#,
      "$.providers[1].isolation: differs in limits.memory-mb (512 and 64) from a"
    ),
  ]

  @Test("Providers that cannot share a process exit with 2 and the place", arguments: conflicts)
  func refused(_ row: (providers: String, place: String)) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(#"{"isolation": "process", "providers": [\#(row.providers)]}"#, to: "bad.json").path
    let outcome = try await BuiltCommand.run(
      ["run", "--transport-path", try TransportFolder.shared.get().path, "--config", file, "calls"])
    #expect(outcome.exitCode == 2, "\(outcome)")
    #expect(outcome.complaint.hasPrefix("hookswitch: run: \(file): \(row.place)"), "\(outcome.complaint)")
  }

  @Test("A mode that does not exist exits with 2, and a sandbox says nothing where the kernel has all of it")
  func words() async throws {
    let outcome = try await BuiltCommand.run(["run", "--isolation", "outside", "calls"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.complaint.contains("--isolation is outside, should be inside or process"), "\(outcome.complaint)")
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(
      #"{"isolation": {"mode": "process", "sandbox": "try"}, "providers": [{"transport": "loopback"}]}"#, to: "try.json")
    let tried = try await BuiltCommand.run(
      ["run", "--transport-path", try TransportFolder.shared.get().path, "--config", file.path, "dial loopback 5550100", "wait active"])
    #expect(tried.exitCode == 0, "\(tried)")
    #expect(tried.complaint.isEmpty || !SandboxKernel.current.gaps.isEmpty, "\(tried.complaint)")
  }

  @Test("Limits and processes that are named for transports inside are said to have no effect")
  func idle() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(
      """
      {"isolation": {"limits": {"memory-mb": 64}},
       "providers": [{"name": "a", "transport": "loopback"}, {"name": "b", "transport": "loopback", "isolation": "inside"},
                     {"name": "c", "transport": "loopback", "isolation": "process"}]}
      """, to: "idle.json")
    let outcome = try await BuiltCommand.run(
      ["run", "--transport-path", try TransportFolder.shared.get().path, "--config", file.path, "--isolation", "inside", "calls"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.complaint == "hookswitch: run: a: it runs inside, so that the limits of a process have no effect\n")
  }

  @Test("A remark about many providers is one line")
  func remarks() {
    var remarks = ProviderRemarks()
    for number in 1...7 { remarks.add("it runs inside", about: "a\(number)") }
    remarks.add("another", about: "a1")
    #expect(remarks.lines == ["a1, a2, a3, a4, a5 and 2 more: it runs inside", "a1: another"])
  }

  /// Helpers without which there are no processes (fault 34), by the command that puts one at `$1`.
  static let badHelpers: [(name: String, make: String, sentence: String)] = [
    ("missing", "true", "there is no hookswitch-helper"),
    ("untrusted", "cp \"$2\" \"$1\" && chmod 777 \"$1\"", "is not trusted"),
    ("too old", "printf '#!/bin/sh\\necho old >&2\\nexit 2\\n' >\"$1\" && chmod 755 \"$1\"", "ended with code 2 in starting: old"),
  ]

  @Test("Fault 34: without a helper that can be used transports run inside with a warning, and one that requires a process is refused")
  func helpers() async throws {
    let (scratch, folder) = (try ScratchFolder(), try TransportFolder())
    defer {
      scratch.remove()
      folder.remove()
    }
    let command = scratch.url.appendingPathComponent("hookswitch")
    let built = BuiltCommand.folder.appendingPathComponent("hookswitch")
    if link(built.path, command.path) != 0 {
      // In a process of its own: a child of another test would keep the written file open, and it could not run.
      let copy = Process()
      copy.executableURL = URL(fileURLWithPath: "/bin/cp")
      copy.arguments = [built.path, command.path]
      try #require(try await copy.runToEnd() == 0)
    }
    let arguments = ["run", "--isolation", "process", "--transport-path", folder.path, "--config"]
    for (name, make, sentence) in Self.badHelpers {
      let helper = scratch.url.appendingPathComponent("hookswitch-helper")
      try? FileManager.default.removeItem(at: helper)
      let maker = Process()
      maker.executableURL = URL(fileURLWithPath: "/bin/sh")
      maker.arguments = ["-c", make, "sh", helper.path, BuiltCommand.folder.appendingPathComponent("hookswitch-helper").path]
      try #require(try await maker.runToEnd() == 0)
      let file = try scratch.write(#"{"providers": [{"name": "home", "transport": "loopback"}]}"#, to: "home.json").path
      let inside = try await BuiltCommand.run(arguments + [file, "dial home 5550100", "wait active"], program: command)
      #expect(inside.exitCode == 0, "\(name): \(inside)")
      #expect(inside.complaint.contains("home: it runs inside, because no process can be made for it: "), "\(inside.complaint)")
      #expect(inside.complaint.contains(sentence), "\(name): \(inside.complaint)")

      try folder.changeManifest("loopback.transport.json", "\"isolation\": \"allowed\"", "\"isolation\": \"required\"")
      let refused = try await BuiltCommand.run(arguments + [file, "calls"], program: command)
      #expect(refused.exitCode == 2, "\(name): \(refused)")
      #expect(
        refused.complaint.contains("$.providers[0].transport") && refused.complaint.contains("isolation: manifest says required"),
        "\(refused)")
      #expect(refused.complaint.contains(sentence), "\(name): \(refused.complaint)")
      try folder.changeManifest("loopback.transport.json", "\"isolation\": \"required\"", "\"isolation\": \"allowed\"")
    }
  }
}
