internal import ScenarioKit

extension FuzzTarget {
  /// Reads a scenario file and runs it, since no scenario may crash the rules.
  static let scenario = FuzzTarget(name: "scenario") { bytes in
    guard let scenario = try? ScenarioFile.read(bytes, named: "fuzz.json") else { return }
    let first = TAPReport().line(1, ScenarioRunner().run(scenario))
    precondition(first == TAPReport().line(1, ScenarioRunner().run(scenario)), "one story, two outcomes")
  }
}
