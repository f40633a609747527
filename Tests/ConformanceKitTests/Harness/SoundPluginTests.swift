import Testing

@testable import ConformanceKit

/// The plugins of this package keep every rule of the kit, without exemption.
struct SoundPluginTests {
  /// The required tests that do not apply to these plugins.
  ///
  /// Swift code must stay loaded, and C code contains no Swift; a loopback has no limit of calls; and the sanitizer is there only if the
  /// kit was built with it.
  private static let apart = [
    "libLoopback.so": swift + boundless + ["thread.tsan"],
    "libMockPSTN.so": swift + boundless + ["thread.tsan"],
    "transport_c.so": ["unload.swift-flag", "thread.tsan"],
  ]
  private static let swift = ["unload.flag-honest", "unload.afterlife"]
  private static let boundless = ["action.max-calls", "action.limit-states", "action.room"]

  /// The tests that another command runs: Swift built without -O allocates where optimised code does not, so `make sound` tests the release
  /// build.
  private static var elsewhere: [String] {
    #if DEBUG
      ["media.rt-safe", "media.rt-long"]
    #else
      []
    #endif
  }

  @Test(arguments: apart.keys.sorted())
  func `a sound plugin passes`(_ plugin: String) async throws {
    let report = try await Conformance.check(plugin, level: .full) { $0.selection.skipped += Self.elsewhere }
    #expect(report.outcomes.map(\.id) == Catalogue.tests.map(\.id).filter { !Self.elsewhere.contains($0) })
    for outcome in report.outcomes where outcome.status != .pass {
      let isOwed = [.must, .should, .host].contains(Catalogue.test(outcome.id)?.requirement)
      let isApart = !isOwed || Self.apart[plugin, default: []].contains(outcome.id)
      #expect(outcome.status == .skip && isApart, "\(outcome.id) \(outcome.status): \(outcome.detail)")
    }
  }
}
