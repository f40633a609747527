package import ConformanceHarness
internal import ConformanceReport

/// The tests of a run in order: each selected test with each transport of the plugin, as often as requested.
struct ConformancePlan: Sendable {
  private(set) var tests: [PlannedTest] = []
  /// The number of times that the level `soak` runs the random tests, for each time that it runs the others.
  private static let soakRounds = 10

  init(
    _ catalogue: [ConformanceTest], _ selection: TestSelection, descriptors: [String], seed: UInt64, repetitions: Int = 1,
    shuffled: Bool = false
  ) {
    let rounds = max(1, repetitions)
    let places = Dictionary(catalogue.enumerated().map { ($1.id, $0) }) { first, _ in first }
    // Only random tests find more in more rounds.
    let soaking = selection.level == .soak ? rounds * Self.soakRounds : rounds
    for repetition in 1...soaking {
      let selected = catalogue.filter { selection.contains($0.id) && (repetition <= rounds || $0.group == "fuzz") }
      for descriptor in descriptors {
        tests += selected.map { test in
          PlannedTest(
            test: test, descriptor: descriptor, repetition: repetition,
            // The first round uses the seed itself, so that the report's command repeats a failure.
            seed: repetition == 1 ? seed : SeededNumbers(seed &+ UInt64(repetition)).first, place: places[test.id] ?? 0)
        }
      }
    }
    if shuffled {
      var source = SeededNumbers(seed)
      tests.shuffle(using: &source)
    }
  }
}

/// One test of a run, with its transport and its seed.
package struct PlannedTest: Sendable {
  package let test: ConformanceTest
  /// The transport's id; empty, for the plugin's first, when neither manifest nor note names one.
  package let descriptor: String
  /// Counts from 1.
  package let repetition: Int
  package let seed: UInt64
  /// The place of the test in the catalogue.
  package let place: Int

  package init(test: ConformanceTest, descriptor: String, repetition: Int, seed: UInt64, place: Int = 0) {
    self.test = test
    self.descriptor = descriptor
    self.repetition = repetition
    self.seed = seed
    self.place = place
  }
}
