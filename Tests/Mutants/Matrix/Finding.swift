import ConformanceKit

/// The kit's outcomes for one mutant, compared with the table.
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

  /// The differences from the table; empty when the mutant's own tests killed it and no others did.
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
        "\(mutant.name) (\(mutant.fault)): \(outcome.id) says \(outcome.status.rawValue), which its row does not allow: \(outcome.detail)")
    }
    if !mutant.isAttack {
      for outcome in outcomes where outcome.status == .error { problems.append("\(mutant.name): \(outcome.id): \(outcome.detail)") }
    }
    return problems
  }
}
