internal import ScenarioKit

extension FuzzTarget {
  /// A scenario file; whatever can be read is also run, since no story may stop the rules.
  static let scenario = FuzzTarget(name: "scenario") { bytes in
    guard let scenario = try? ScenarioFile.read(bytes, named: "fuzz.json") else { return }
    let first = TAPReport().line(1, ScenarioRunner().run(scenario))
    precondition(first == TAPReport().line(1, ScenarioRunner().run(scenario)), "one story, two outcomes")
  }
}
