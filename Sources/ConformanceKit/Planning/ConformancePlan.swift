/// Everything that a run will do, in order: each selected test with each transport of the plugin, as often as asked.
struct ConformancePlan: Sendable {
  private(set) var tests: [PlannedTest] = []
  /// How often the level `soak` runs what chance decides, for each time that it runs the rest.
  private static let soakRounds = 10

  init(
    _ catalogue: [ConformanceTest], _ selection: TestSelection, descriptors: [String], seed: UInt64, repetitions: Int = 1,
    shuffled: Bool = false
  ) {
    let rounds = max(1, repetitions)
    // Chance finds more in more rounds; what is not chance shows itself in one.
    let soaking = selection.level == .soak ? rounds * Self.soakRounds : rounds
    for repetition in 1...soaking {
      let selected = catalogue.filter { selection.contains($0.id) && (repetition <= rounds || $0.group == "fuzz") }
      for descriptor in descriptors {
        tests += selected.map { test in
          PlannedTest(
            test: test, descriptor: descriptor, repetition: repetition,
            // The first is the seed itself, so that one failure is run again with what the report says.
            seed: repetition == 1 ? seed : RandomSource(seed: seed &+ UInt64(repetition)).first)
        }
      }
    }
    if shuffled {
      var source = RandomSource(seed: seed)
      tests.shuffle(using: &source)
    }
  }
}
