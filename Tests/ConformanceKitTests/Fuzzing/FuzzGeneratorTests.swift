import Testing

@testable import ConformanceFuzzing
@testable import ConformanceHarness

@Suite("The generator of fuzz scripts")
struct FuzzGeneratorTests {
  private static let scripts = FuzzScript.Kind.allCases.flatMap { kind in
    (0..<2000).map(FuzzGenerator(kind: kind, seed: 3, soil: .rich).script)
  }

  @Test("makes the same script from the same seed and number, and other scripts from others")
  func seeds() {
    let generator = FuzzGenerator(kind: .sequence, seed: 5, soil: .rich)
    #expect(generator.script(7) == FuzzGenerator(kind: .sequence, seed: 5, soil: .rich).script(7))
    #expect(generator.script(7).steps != generator.script(8).steps)
    #expect(generator.script(7).steps != FuzzGenerator(kind: .sequence, seed: 6, soil: .rich).script(7).steps)
  }

  @Test("reads each setting from the schema")
  func schema() {
    let settings = FuzzSoil.rich.settings
    #expect(settings.map(\.name) == ["name", "delay-ms", "mode", "is-on", "list"])
    #expect(settings.map(\.type) == ["string", "integer", "", "boolean", ""])
    #expect(settings[1].lowest == 0 && settings[1].highest == 60_000 && settings[2].words == ["a", "b"])
    #expect(FuzzSoil.settings(ofSchema: Array("{".utf8)).isEmpty)
  }

  @Test("makes steps with every act", arguments: FuzzAct.allCases)
  func acts(_ act: FuzzAct) {
    #expect(Self.scripts.contains { $0.steps.contains { $0.act == act } })
  }

  @Test("leaves out each of the host's extensions once in ten times, and each function sometimes")
  func hosts() {
    let count = Double(Self.scripts.count)
    for name in HostExtension.allCases where name != .loop {
      let share = Double(Self.scripts.count { $0.host.missing.contains(name) }) / count
      #expect((0.07...0.13).contains(share), "\(name): \(share)")
    }
    for function in FuzzHost.optional { #expect(Self.scripts.contains { $0.host.absent.contains(function) }) }
    for function in FuzzHost.refusable { #expect(Self.scripts.contains { $0.host.refusing == function }, "\(function)") }
  }

  @Test("answers mostly the call that has just come")
  func recent() {
    let pairs = Self.scripts.flatMap { zip($0.steps, $0.steps.dropFirst()).filter { $0.act == .farCall && $1.act == .answer } }
    let share = Double(pairs.count { $1.call == .latest(0) }) / Double(max(1, pairs.count))
    #expect(pairs.count > 100 && share > 0.5, "\(share) of \(pairs.count)")
  }

  @Test("makes no steps for extensions that the plugin does not offer")
  func barren() {
    var soil = FuzzSoil.rich
    soil.offers = []
    let generator = FuzzGenerator(kind: .sequence, seed: 3, soil: soil)
    let acts = Set((0..<300).flatMap { generator.script($0).steps.map(\.act) })
    #expect(acts.isDisjoint(with: [.hold, .mute, .play, .group, .transfer, .deflect, .register, .apply, .save, .load]))
    #expect(acts.isSuperset(of: [.start, .end, .farCall, .create]))
  }
}
