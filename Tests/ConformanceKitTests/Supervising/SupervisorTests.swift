import Foundation
import Testing

@testable import ConformanceHarness
@testable import ConformanceReport
@testable import ConformanceSupervisor

@Suite("The supervisor")
struct SupervisorTests {
  struct Part: Sendable, CustomTestStringConvertible {
    var name: String
    var status: TestStatus
    /// The detail, or its beginning.
    var detail: String
    var testDescription: String { name }

    init(_ name: String, _ status: TestStatus, _ detail: String = "") {
      self.name = name
      self.status = status
      self.detail = detail
    }
  }

  static let parts = [
    Part("passes", .pass),
    Part("fails", .fail, "it did not"),
    Part("skips", .skip, "it has none"),
    Part("is-unable", .error, "no peer"),
    Part("ends-without-a-word", .crash, "exited early (code 0) before the first call into the plugin"),
    Part("exits-with-3", .crash, "exited early (code 3) before"),
    Part("loses-its-way", .error, "the test's process ended (code 70) before it called the plugin: who am I?"),
    Part("exits-in-a-thread", .crash, "exited early (code 0) before"),
    Part("aborts", .crash, "SIGABRT before"),
    Part("crashes-in-a-call", .crash, "SIGSEGV in calls.answer (loop), 3rd call"),
    Part("passes-and-crashes", .crash, "SIGSEGV before"),
    Part("stops-itself", .crash, "stopped by SIGSTOP before"),
    Part("writes-a-result-to-1", .crash, "exited early (code 0) before"),
    Part("forges-the-nonce", .crash, "exited early (code 0), having written to a descriptor"),
    Part("passes-twice", .crash, "wrote to the test's result descriptor"),
    Part("writes-after-its-result", .crash, "wrote to the test's result descriptor"),
    Part("closes-all", .crash, "the test's result descriptor was closed"),
    Part("kills-its-parent", .crash, "signalled or traced a process"),
    Part("kills-its-parent-and-leaves-a-daemon", .crash, "signalled or traced a process"),
    Part("stops-its-parent", .crash, "signalled or traced a process"),
    Part("asks-its-parent-to-end", .crash, "signalled or traced a process"),
    Part("leaves-a-daemon", .fail, "left a process behind (child)"),
    Part("leaves-children", .fail, "left 3 processes behind (child)"),
    Part("looks-around", .pass),
  ]

  @Test("tells every end of a child apart, and leaves no process of it", arguments: parts)
  func ends(_ part: Part) throws {
    let house = try Playhouse()
    let outcome = try house.outcome(of: part.name)
    #expect(outcome.status == part.status, "\(outcome.detail)")
    #expect(outcome.detail.hasPrefix(part.detail), "\(outcome.detail)")
    #expect(house.processes == 0)
  }

  static let faults = [
    Part("fault-traps", .error, "SIGILL in the kit's own code (hookswitch+0x"),
    Part("fault-touches-nowhere", .error, "SIGSEGV in the kit's own code (hookswitch+0x"),
    Part("fault-traps-in-a-host-function", .error, "SIGILL in the kit's own code (hookswitch+0x"),
    Part("fault-touches-nowhere-in-a-host-function", .crash, "SIGSEGV in calls.answer (loop), 3rd call"),
    Part("fault-traps-in-the-plugin", .crash, "SIGILL in calls.answer (loop), 3rd call"),
    Part("fault-touches-nowhere-in-the-plugin", .crash, "SIGSEGV in calls.answer (loop), 3rd call"),
    Part("fault-damages-the-heap", .crash, "SIGABRT in calls.answer (loop), 3rd call"),
    Part("fault-jumps-nowhere", .crash, "SIGSEGV in calls.answer (loop), 3rd call"),
    Part("fault-is-sent", .crash, "SIGILL in calls.answer (loop), 3rd call"),
    Part("fault-reads-what-the-plugin-named", .crash, "SIGSEGV in calls.answer (loop), 3rd call"),
    Part("fault-has-to-blame", .crash, "SIGABRT in calls.answer (loop), 3rd call"),
  ]

  @Test("tells a fault of the kit from one of the plugin, and exits with code 3 for the former", arguments: faults)
  func faulting(_ part: Part) throws {
    let report = try Playhouse().run([part.name])
    let outcome = try #require(report.outcomes.first)
    #if arch(arm64)
      let detail = part.detail.replacing("SIGILL", with: part.name == "fault-is-sent" ? "SIGILL" : "SIGTRAP")
    #else
      let detail = part.detail
    #endif
    #expect(outcome.status == part.status, "\(outcome.detail)")
    #expect(outcome.detail.hasPrefix(detail), "\(outcome.detail)")
    #expect(report.exitCode == (part.status == .error ? 3 : 1))
  }

  @Test("ends a test that takes too long, also one that ignores SIGTERM", arguments: ["spins", "spins-deaf-to-TERM"])
  func timeouts(_ part: String) throws {
    let house = try Playhouse()
    let outcome = try house.outcome(of: part, budget: .milliseconds(100))
    #expect(outcome.status == .timeout)
    #expect(outcome.detail.hasPrefix("before the first call into the plugin, ended after 0."))
    #expect(house.processes == 0)
  }

  @Test("turns only the failure of a should-test into a warning")
  func should() throws {
    let house = try Playhouse()
    #expect(try house.outcome(of: "fails", requirement: .should).status == .warn)
    #expect(try house.outcome(of: "aborts", requirement: .should).status == .crash)
    #expect(try house.outcome(of: "leaves-a-daemon", requirement: .should).status == .fail)
  }

  @Test("keeps the end of the output, however long, and the last calls of a failure")
  func output() throws {
    let outcome = try Playhouse().outcome(of: "talks")
    #expect(outcome.detail == "it talked")
    #expect(outcome.output.hasSuffix("the end\n") || outcome.output.hasSuffix("line 19999 of very many\n"))
    #expect(outcome.output.utf8.count <= 16 << 10)
    #expect(outcome.transcript == ["one", "two"])
    #expect(outcome.before == ResourceCount(descriptors: 4, threads: 1))
    #expect(outcome.after == ResourceCount(descriptors: 5, threads: 2))
  }

  @Test("runs several at once and reports them in the order of the plan")
  func jobs() throws {
    let parts = (0..<12).map { $0.isMultiple(of: 2) ? "passes-\($0)" : "fails-\($0)" }
    let report = try Playhouse().run(parts + ["passes", "fails"]) { $0.jobs = 4 }
    #expect(report.outcomes.map(\.id) == (parts + ["passes", "fails"]).map { "part.\($0)" })
    #expect(report.outcomes.suffix(2).map(\.status) == [.pass, .fail])
  }

  @Test("ends at once when it is interrupted, and leaves no process")
  func interruption() throws {
    let house = try Playhouse()
    let interruption = try Interruption()
    let report = try house.run(["passes", "spins", "fails"], budget: .seconds(60), interruption: interruption) { _ in
      interruption.interrupt()
    }
    #expect(report.wasInterrupted)
    #expect(report.exitCode == 5)
    #expect(report.outcomes.map(\.id) == ["part.passes"])
    #expect(house.processes == 0)
  }

  @Test("ends a running test when interrupted")
  func interruptionMeanwhile() throws {
    let house = try Playhouse()
    let interruption = try Interruption()
    // The pass is the first outcome; by then the other worker spins, or has not begun.
    let report = try house.run(
      ["spins-deaf-to-TERM", "passes"], budget: .seconds(60), settings: { $0.jobs = 2 }, interruption: interruption
    ) { _ in interruption.interrupt() }
    #expect(report.wasInterrupted)
    #expect(report.outcomes.map(\.id) == ["part.passes"])
    #expect(house.processes == 0)
  }

  @Test("runs a child under a wrapper, which gets the child's whole command")
  func wrapper() throws {
    let report = try Playhouse().run(["passes"]) { $0.wrapper = ["env", "A=B"] }
    #expect(report.outcomes.map(\.status) == [.pass])
  }

  @Test("reports a failing wrapper as an error")
  func failingWrapper() throws {
    let report = try Playhouse().run(["passes"]) { $0.wrapper = ["env", "--no-such-option"] }
    #expect(report.outcomes.map(\.status) == [.error])
    #expect(report.exitCode == 4)
  }

  @Test("reports a missing program instead of blaming the plugin")
  func noProgram() throws {
    let house = try Playhouse()
    try FileManager.default.removeItem(atPath: "\(house.folder)/child")
    // It is opened once, at the start of the run.
    let failure = #expect(throws: ConformanceError.self) { try house.outcome(of: "passes") }
    #expect("\(try #require(failure))".hasSuffix("/child cannot be opened: No such file or directory"))
  }

  @Test("repeats with other seeds, shuffles by the seed, and gives the same order for the same seed")
  func repetition() throws {
    let house = try Playhouse()
    func run(_ seed: UInt64) throws -> [String] {
      try house.run(["passes", "skips", "fails"]) {
        $0.seed = seed
        $0.repetitions = 3
        $0.isShuffled = true
      }.outcomes.map { "\($0.id) \($0.repetition) \($0.seed)" }
    }
    let first = try run(7)
    #expect(Set(first).count == 9)
    #expect(try run(7) == first)
    #expect(try run(8) != first)
    #expect(first.filter { $0.contains(" 1 ") }.allSatisfy { $0.hasSuffix(" 7") })
  }
}
