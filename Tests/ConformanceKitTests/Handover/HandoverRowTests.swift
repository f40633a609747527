import Testing

@testable import ConformanceKit
@testable import ConformanceReport
@testable import ConformanceSupervisor

@Suite("The rows about handovers")
struct HandoverRowTests {
  private static func outcomes(_ plugin: String) async throws -> [TestOutcome] {
    do {
      return try await Conformance.check(plugin) { $0.selection = TestSelection(patterns: ["handover.*"]) }.outcomes
    } catch let failure as ConformanceFailure {
      return failure.report.outcomes
    }
  }

  @Test("do not apply to a plugin without the extension")
  func without() async throws {
    let outcomes = try await Self.outcomes("transport_c.so")
    #expect(outcomes.count == 6 && outcomes.allSatisfy { $0.status == .skip && $0.detail.contains("org.hookswitch.handover/1") })
  }

  @Test("do not apply to a plugin that hands over sockets only, and fail one that names no way")
  func ways() async throws {
    let sockets = try ReferencePlugin(flags: "-DHSW_KIT_WAYS=HSW_HANDOVER_SOCKETS")
    let skipped = try await Self.outcomes(sockets.file)
    #expect(skipped.count == 6 && skipped.allSatisfy { $0.status == .skip && $0.detail.contains("HSW_HANDOVER_SOCKETS only") })
    let none = try ReferencePlugin(flags: "-DHSW_KIT_WAYS=0")
    #expect(try await Self.outcomes(none.file).allSatisfy { $0.status == .fail && $0.detail.contains("no way of handing over") })
  }

  @Test(
    "name the situation in which a plugin fails",
    arguments: [
      ("m79", "handover.roundtrip", "a held call"), ("m81", "handover.refused", "refused after"),
      ("m82", "handover.silent", "was called between give and settle"), ("x36", "handover.silent", "a datagram was read"),
      ("m84", "handover.fds", "descriptors are left open"),
    ])
  func sentences(_ mutant: String, _ test: String, _ words: String) async throws {
    let plugin = try ReferencePlugin(mutant: mutant)
    let outcome = try #require(try await Self.outcomes(plugin.file).first { $0.id == test })
    #expect(outcome.status == .fail && outcome.detail.contains(words), "\(outcome.detail)")
  }

  @Test("have a situation for each name")
  func names() {
    let names = HandoverSituation.all.map(\.name)
    #expect(Set(names).count == names.count && names.count > 20)
  }
}
