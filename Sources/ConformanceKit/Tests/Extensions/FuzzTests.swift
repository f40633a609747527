/// The group `fuzz`: random scripts and configurations.
///
/// The number of scripts is limited as well as the time, so that a fast machine does not play more than needed.
enum FuzzTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "fuzz.sequence", .must, "Random sequences of calls, on hosts that lack something, break no rule", budget: .seconds(40),
      body: FuzzBody.row(.sequence, count: 1500, for: .seconds(18))),
    ConformanceTest(
      "fuzz.config", .must, "Random configurations do no harm", budget: .seconds(40),
      body: FuzzBody.row(.config, count: 600, for: .seconds(18))),
  ]
}
