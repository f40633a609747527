import Foundation
import Testing

@testable import ConformanceHarness
@testable import ConformanceKit
@testable import ConformanceSupervisor
@testable import TransportLoader

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

  @Test(arguments: [
    ("k01", [TestStatus.crash], "ended with code 0 in init"), ("k02", [.crash], "ended with code 0"), ("k03", [.crash], "SIGABRT in init"),
    ("k04", [.timeout], "entry.create"), ("k05", [.crash], "init did not return in time"),
    // It writes on the socket and ends; either may be seen first.
    ("k06", [.crash], "the plugin's process was lost: "),
    // It closes its socket and goes on; the end of the socket or of the time may be seen first.
    ("k07", [.timeout, .crash], ""),
    // The sandbox refuses the deed.
    ("k08", [.pass], ""), ("k09", [.pass], ""),
  ])
  func `an attack on the kit ends its own process alone`(name: String, statuses: [TestStatus], words: String) async throws {
    let mutant = try ReferencePlugin(mutant: name)
    let outcomes: [TestOutcome]
    do {
      outcomes = try await Conformance.check(mutant.file) { settings in
        settings.isolation = .process
        settings.selection = TestSelection(patterns: ["action.start"])
        if statuses.contains(.timeout) { settings.timeScale *= 0.3 }
      }.outcomes
    } catch let failure as ConformanceFailure {
      outcomes = failure.report.outcomes
    }
    let outcome = try #require(outcomes.first)
    #expect(outcomes.count == 1 && statuses.contains(outcome.status), "\(outcome.detail)")
    #expect(statuses == [.pass] ? outcome.detail.isEmpty : words.isEmpty || outcome.detail.contains(words), "\(outcome.detail)")
  }

  @Test
  func `a library with the id of another one beside it is tested in a process of its own, too`() throws {
    let reference = try ReferencePlugin()
    let folder = URL(fileURLWithPath: reference.file).deletingLastPathComponent()
    let manifest = try String(contentsOf: folder.appendingPathComponent("ref.transport.json"), encoding: .utf8)
    try FileManager.default.copyItem(atPath: reference.file, toPath: folder.appendingPathComponent("a.so").path)
    _ = try reference.write("a.transport.json", manifest.replacingOccurrences(of: "\"ref.so\"", with: "\"a.so\""))
    for file in ["a.so", "ref.so"] {
      let transport = try KitTransport(file: folder.appendingPathComponent(file).path, id: "org.hookswitch.reference")
      #expect(transport.found.candidate.file.hasSuffix("/" + file))
    }
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
  func `a host that puts secrets into shared memory, mutant h13, fails iso.secrets`() throws {
    let reference = try ReferencePlugin()
    func secrets(_ flaw: HostFlaw?) throws {
      try IsoTests.secrets(run(reference.file)) { apart in
        var transport = try KitTransport(file: apart.plugin, id: apart.descriptor)
        transport.flaw = flaw
        apart.met = transport
      }
    }
    try secrets(nil)
    let failure = #expect(throws: TestFailure.self) { try secrets(.sharesSecrets) }
    #expect(failure?.sentence == "the value of the secret is in the memory that the plugin's process shares with the host")
  }

  @Test(arguments: [false, true])
  func `the far end's transcript counts where the clock is virtual`(isRealTime: Bool) throws {
    let reference = try ReferencePlugin()
    let run = try run(reference.file)
    for isFarEnd in [false, true] {
      let host = HarnessHost(VirtualLoop(), .full, arena: run.arena, crossings: run.crossings, page: run.lastCall)
      host.loop.isRealTime = isRealTime
      host.book { $0.isFarEnd = isFarEnd }
      run.hosts.append(host)
    }
    #expect(run.transcripts.count == (isRealTime ? 1 : 2))
  }
}
