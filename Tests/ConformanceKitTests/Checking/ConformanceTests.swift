import Foundation
import Testing

@testable import ConformanceKit
@testable import ConformanceSupervisor

@Suite("The kit in a Swift test")
struct ConformanceTests {
  @Test("takes one line, for a plugin beside the test bundle")
  func oneLine() async throws {
    let report = try await Conformance.check("libLoopback.so") { $0.selection = TestSelection(patterns: ["abi.exact", "load.counted"]) }
    #expect(report.outcomes.map(\.status) == [.pass, .pass])
    #expect(report.plugin.transports.map(\.id) == ["org.hookswitch.loopback"])
  }

  @Test("fails with the text that the command prints")
  func failure() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plugin = folder.appendingPathComponent("text.so").path
    try Data("no library".utf8).write(to: URL(fileURLWithPath: plugin))
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await Conformance.check(plugin) { $0.selection = TestSelection(patterns: ["load.elf-sane"]) }
    }
    #expect(failure?.report.exitCode == 1)
    #expect(failure?.description.hasPrefix("FAIL load.elf-sane") == true)
    #expect(failure?.description.contains("again: hookswitch conform \(plugin) --test load.elf-sane --seed ") == true)
    #expect(failure?.description.hasSuffix("\n0 passed, 1 failed, 0 skipped") == true)
  }

  @Test("describes the error when nothing can run")
  func nothing() async {
    let error = await #expect(throws: ConformanceError.self) { try await Conformance.check("no-such.so") }
    #expect(error?.kind == .usage)
    #expect(error?.description == "no-such.so: No such file or directory")
  }
}
