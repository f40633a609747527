/// One test of a run: with which transport of the plugin, and with which seed.
struct PlannedTest: Sendable {
  let test: ConformanceTest
  /// Empty when neither manifest nor note names one: the plugin's first.
  let descriptor: String
  /// From 1.
  let repetition: Int
  let seed: UInt64
}
