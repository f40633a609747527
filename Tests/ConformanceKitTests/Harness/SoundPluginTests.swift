import Testing

@testable import ConformanceKit

/// The plugins of this package keep every rule that the harness's groups ask for, without exemption.
struct SoundPluginTests {
  @Test(arguments: ["libLoopback.so", "transport_c.so"])
  func `a sound plugin passes`(_ plugin: String) async throws {
    let groups = ["load", "abi", "life", "bad", "unload", "leak", "reset"]
    let report = try await Conformance.check(plugin, level: .full) { $0.selection = TestSelection(patterns: groups.map { $0 + ".*" }) }
    #expect(report.outcomes.count == Catalogue.tests.count { groups.contains($0.group) })
    for outcome in report.outcomes {
      // Swift code must stay, C code has none of Swift's: each of the two skips what is the other's.
      let isApart = outcome.id == (plugin == "transport_c.so" ? "unload.swift-flag" : "unload.flag-honest")
      #expect(outcome.status == (isApart ? .skip : .pass), "\(outcome.id): \(outcome.detail)")
    }
  }
}
