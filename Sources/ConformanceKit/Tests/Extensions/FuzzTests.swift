internal import ConformanceFuzzing
internal import ConformanceHarness

/// The group `fuzz`: random scripts and configurations.
///
/// The number of scripts is limited as well as the time, so that a fast machine does not play more than needed. The scripts do not depend on
/// each other, so the processors of the machine divide them.
enum FuzzTests {
  static let all: [ConformanceTest] = [
    row(.sequence, count: 20_000),
    row(.config, count: 600),
  ]

  private static func row(_ kind: FuzzScript.Kind, count: Int) -> ConformanceTest {
    ConformanceTest(
      kind.test, .must, kind.title, budget: .seconds(40), isDivisible: true, body: FuzzBody.row(kind, count: count, for: .seconds(18)))
  }
}
