/// One test of a run, with its transport and its seed.
struct PlannedTest: Sendable {
  let test: ConformanceTest
  /// The transport's id; empty, for the plugin's first, when neither manifest nor note names one.
  let descriptor: String
  /// Counts from 1.
  let repetition: Int
  let seed: UInt64
}
