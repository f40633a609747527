import Foundation
import Testing

@testable import ConformanceHarness
@testable import ConformanceKit
@testable import ConformanceSupervisor

/// The kit with the plugin in a process of its own, docs/conformance.md: `--isolation process`, and `iso.parity` with its mutants.
@Suite(.serialized) struct IsolatedRunTests {
  private func run(_ plugin: String) throws -> TestRun {
    TestRun(
      plugin: plugin, descriptor: "org.hookswitch.reference", config: nil, seed: 7, folder: NSTemporaryDirectory(),
      lastCall: try #require(LastCallPage()), peerCommand: nil)
  }

  @Test
  func `the reference plugin passes in a process of its own`() async throws {
    let reference = try ReferencePlugin()
    let report = try await Conformance.check(reference.file, level: .full) {
      $0.isolation = .process
      let groups = ["action", "hold", "dtmf", "time", "reent", "media", "state", "config", "iso"]
      $0.selection = TestSelection(patterns: groups.map { "\($0).*" })
    }
    #expect(report.failures.isEmpty)
    #expect(report.outcomes.contains { $0.ranApart } && report.outcomes.contains { !$0.ranApart })
  }

  @Test
  func `a crash of the plugin's process is the crash of its test, and names the function`() async throws {
    let mutant = try ReferencePlugin(mutant: "m36")
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await Conformance.check(mutant.file, level: .full) {
        $0.isolation = .process
        $0.selection = TestSelection(patterns: ["time.loop-budget"])
      }
    }
    let outcome = try #require(failure?.report.outcomes.first)
    #expect(outcome.status == .crash && outcome.detail.contains("calls.start did not return in time"), "\(outcome.detail)")
    #expect("\(failure!)".contains("--isolation process"))
  }

  @Test(arguments: DistortedHost.Fault.allCases)
  func `a proxy with a fault fails iso.parity`(fault: DistortedHost.Fault) throws {
    let reference = try ReferencePlugin()
    let failure = #expect(throws: TestFailure.self) { try IsoTests.parity(run(reference.file), front: DistortedHost.front(fault)) }
    #expect(failure?.sentence.contains("in a process of its own") == true, "\(failure?.sentence ?? "")")
  }

  @Test
  func `a plugin that logs its password fails iso.secrets`() async throws {
    let mutant = try ReferencePlugin(mutant: "m49")
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await Conformance.check(mutant.file, level: .full) { $0.selection = TestSelection(patterns: ["iso.secrets"]) }
    }
    #expect(
      failure?.report.outcomes.first?.detail == "the value of the secret is in the memory that the plugin's process shares with the host")
  }

  @Test
  func `a transcript differs in time, in order, and where one of both ends`() {
    var here = Transcript()
    here.add(0, at: VirtualLoop.beginning, "calls.start")
    here.add(0, at: VirtualLoop.beginning + 1_000_000, "report_state HSW_CALL_ACTIVE")
    var there = here
    #expect(here.difference(from: there, "here", "there") == nil)
    there.add(1, at: VirtualLoop.beginning, "calls.start")
    #expect(here.difference(from: there, "here", "there") == "event 1 of its call 2 is none here and \"calls.start\" at 0.0 ms there")
    var late = Transcript()
    late.add(0, at: VirtualLoop.beginning, "calls.start")
    late.add(0, at: VirtualLoop.beginning + 2_000_000, "report_state HSW_CALL_ACTIVE")
    #expect(here.difference(from: late, "here", "there")?.hasPrefix("event 2 of its call 1") == true)
    here.isTimeless = true
    late.isTimeless = true
    #expect(here.difference(from: late, "here", "there") == nil)
  }
}
