import Dispatch
import Foundation
import Locking
import Testing

@testable import ConformanceFuzzing
@testable import ConformanceHarness
@testable import ConformanceKit
@testable import ConformanceSupervisor

@Suite("The fuzzer's search")
struct FuzzerTests {
  /// The seed of all searches here, so that each finds the same every time.
  private static let seed: UInt64 = 1
  /// The longest time of a search that finds something; it ends as soon as it has.
  private static let patience: Duration = .seconds(120)

  /// A fault that only the fuzzer finds: its name in mutants.tsv, and the acts that reveal it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var mutant: String
    var steps: [FuzzAct]
    var testDescription: String { mutant }
  }

  @Test(
    "finds each fault that no other test finds, shrinks its script, and finds it again with the shrunk script",
    arguments: [Fault(mutant: "x16", steps: [.group]), Fault(mutant: "x17", steps: [.apply, .create])])
  func finds(_ fault: Fault) throws {
    let plugin = try ReferencePlugin(mutant: fault.mutant)
    let fuzzer = try Fuzzer(path: plugin.file, settings: ConformanceSettings(seed: Self.seed))
    let report = try fuzzer.search(for: Self.patience, until: Interruption()) { _ in }
    let finding = try #require(report.finding)
    #expect(report.exitCode == 1)
    #expect(finding.outcome.status == .crash && finding.failsAlone)
    #expect(finding.steps <= 5 && finding.steps < finding.stepsFound, "\(finding.script)")
    let script = try FuzzScriptReader(file: "found").read(Array(finding.script.utf8))
    #expect(script.steps.contains { fault.steps.contains($0.act) }, "\(finding.script)")

    let file = try plugin.write("found.json", finding.script)
    #expect(try fuzzer.replay(file, until: Interruption())?.status == .crash)
    let sound = try ReferencePlugin()
    let other = try Fuzzer(path: sound.file, settings: ConformanceSettings(seed: Self.seed))
    #expect(try other.replay(file, until: Interruption())?.status == .pass)
  }

  @Test("finds a broken rule, and reports the crossings that led to it")
  func breach() throws {
    let plugin = try ReferencePlugin(mutant: "m26")
    let fuzzer = try Fuzzer(path: plugin.file, settings: ConformanceSettings(seed: Self.seed))
    let finding = try #require(try fuzzer.search(for: Self.patience, until: Interruption()) { _ in }.finding)
    #expect(finding.outcome.status == .fail)
    #expect(finding.outcome.detail.contains("a second time for calls."), "\(finding.outcome.detail)")
    #expect(finding.outcome.transcript.contains { $0.contains("host.action_done") })
    #expect(finding.steps <= 5)
  }

  @Test("survives a script with many long suspends", arguments: ["libLoopback", "transport_c"])
  func longSuspend(_ name: String) throws {
    var script = FuzzScript(kind: .sequence)
    script.steps = Array(repeating: FuzzStep(.suspend, number: .max, wait: 65_000), count: 40) + [FuzzStep(.start, wait: 100)]
    let folder = try ReferencePlugin()
    let file = try folder.write("sleep.json", script.text)
    let fuzzer = try Fuzzer(path: PluginFile.find("\(name).so"), settings: ConformanceSettings(seed: Self.seed))
    let outcome = try #require(try fuzzer.replay(file, until: Interruption()))
    #expect(outcome.status == .pass, "\(outcome.detail)")
  }

  @Test("finds an action that is never completed")
  func silence() throws {
    let plugin = try ReferencePlugin(mutant: "x03")
    let fuzzer = try Fuzzer(path: plugin.file, settings: ConformanceSettings(seed: Self.seed))
    let finding = try #require(try fuzzer.search(for: Self.patience, until: Interruption()) { _ in }.finding)
    #expect(finding.outcome.detail.hasPrefix("health.ping answered HSW_PENDING, and no action_done came within"))
    #expect(finding.steps <= 5)
  }

  @Test("finds nothing in sound plugins", arguments: ["ref", "libLoopback", "transport_c"])
  func sound(_ name: String) throws {
    let reference = name == "ref" ? try ReferencePlugin() : nil
    var settings = ConformanceSettings(seed: Self.seed)
    settings.jobs = 2
    let fuzzer = try Fuzzer(path: reference?.file ?? PluginFile.find("\(name).so"), settings: settings)
    let report = try fuzzer.search(for: .seconds(4), until: Interruption()) { _ in }
    #expect(report.finding == nil, "\(report.finding?.outcome.detail ?? ""): \(report.finding?.script ?? "")")
    #expect(report.scripts > 0 && report.exitCode == 0)
  }

  @Test("ends at once when interrupted")
  func interrupted() throws {
    let interruption = try Interruption()
    interruption.interrupt()
    let fuzzer = try Fuzzer(path: PluginFile.find("transport_c.so"), settings: ConformanceSettings(seed: Self.seed))
    let report = try fuzzer.search(for: Self.patience, until: interruption) { _ in }
    #expect(report.scripts == 0 && report.wasInterrupted && report.exitCode == 130)
  }

  /// The largest number of mappings of a process that has the file mapped; 0 when there is none.
  private static func mappings(besides file: String) -> Int {
    // Foundation reads no more than the first 4 KiB of such a file.
    let maps = FileBytes.names(in: "/proc").filter { Int($0) != nil }.compactMap { FileBytes.read("/proc/\($0)/maps") }
    return maps.filter { String(decoding: $0, as: UTF8.self).contains(file) }.map { $0.count { $0 == UInt8(ascii: "\n") } }.max() ?? 0
  }

  @Test("passes the catalogue's fuzz tests with a sound plugin, whose process gets back what it lent to thousands of instances")
  func rows() async throws {
    let plugin = try ReferencePlugin()
    let most = Locked(0)
    let watch = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "mappings"))
    watch.setEventHandler {
      let count = Self.mappings(besides: plugin.file)
      most.withLock { $0 = max($0, count) }
    }
    watch.schedule(deadline: .now(), repeating: .milliseconds(50))
    watch.activate()
    defer { watch.cancel() }
    let report = try await Conformance.check(plugin.file, level: .full) { $0.selection.patterns = ["fuzz.*"] }
    #expect(report.outcomes.map(\.id) == ["fuzz.sequence", "fuzz.config"])
    #expect(report.outcomes.allSatisfy { $0.status == .pass }, "\(report.outcomes.map(\.detail))")
    watch.cancel()
    // Each instance once left 16 of the 65,530 mappings that a process may have.
    let count = most.withLock { $0 }
    #expect((100..<6000).contains(count), "\(count)")
  }
}
