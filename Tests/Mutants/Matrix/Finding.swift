import ConformanceKit

/// What the kit found about one mutant, and whether that is what the table says.
struct Finding {
  let mutant: Mutant
  let outcomes: [TestOutcome]

  init(_ mutant: Mutant, _ report: ConformanceReport) {
    self.mutant = mutant
    outcomes = report.outcomes
  }

  /// The tests that found it.
  var kills: [TestOutcome] {
    outcomes.filter { $0.status.isFailure || ($0.status == .warn && mutant.must.contains($0.id)) }
  }

  /// What is not as it should be; empty: the mutant was killed by its tests and by no others.
  var problems: [String] {
    var problems: [String] = []
    for test in mutant.must {
      guard let outcome = outcomes.first(where: { $0.id == test }) else {
        problems.append("\(mutant.name): \(test) did not run")
        continue
      }
      if !mutant.statuses.contains(outcome.status) {
        problems.append("\(mutant.name) (\(mutant.fault)): \(test) says \(outcome.status.rawValue): \(outcome.detail)")
      }
    }
    for outcome in outcomes where outcome.status.isFailure && !mutant.allows(outcome.id) {
      problems.append(
        "\(mutant.name) (\(mutant.fault)): \(outcome.id) says \(outcome.status.rawValue), and has nothing to do with it: \(outcome.detail)")
    }
    if !mutant.isAttack {
      for outcome in outcomes where outcome.status == .error { problems.append("\(mutant.name): \(outcome.id): \(outcome.detail)") }
    }
    return problems
  }
}
