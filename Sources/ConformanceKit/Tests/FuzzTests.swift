/// The group `fuzz`: what nobody thought of.
///
/// The number of scripts is bounded besides the time, so that a fast machine does not play more than a slow one needs to.
enum FuzzTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "fuzz.sequence", .must, "Sequences of calls that chance made, on hosts that lack something, break no rule", budget: .seconds(40),
      body: FuzzBody.row(.sequence, count: 1500, for: .seconds(18))),
    ConformanceTest(
      "fuzz.config", .must, "Configurations that chance made do no harm", budget: .seconds(40),
      body: FuzzBody.row(.config, count: 600, for: .seconds(18))),
  ]
}
