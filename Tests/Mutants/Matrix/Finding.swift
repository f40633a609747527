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
    for outcome in outcomes where outcome.status.isFailure {
      let gaps = Self.gaps(outcome)
      if !gaps.isEmpty {
        problems.append("\(mutant.name): the failure of \(outcome.id) lacks \(gaps.joined(separator: ", ")): \(outcome.detail)")
      }
    }
    for outcome in outcomes where outcome.status.isFailure && !mutant.allows(outcome.id) && !follows(outcome) {
      problems.append(
        "\(mutant.name) (\(mutant.fault)): \(outcome.id) says \(outcome.status.rawValue), which its row does not allow: \(outcome.detail)")
    }
    if !mutant.isAttack {
      for outcome in outcomes where outcome.status == .error { problems.append("\(mutant.name): \(outcome.id): \(outcome.detail)") }
    }
    return problems
  }

  /// The parts that the account of a failure lacks.
  private static func gaps(_ outcome: TestOutcome) -> [String] {
    guard let account = outcome.account else { return ["its account"] }
    let parts = [
      ("rule", account.rule), ("function", account.function), ("seen", account.seen), ("expected", account.expected),
      ("again", outcome.again),
    ]
    // A function that the failure names may be one that was not called; the last one before a failure was called.
    let isCounted = account.isNamed || account.call > 0
    return parts.filter(\.1.isEmpty).map(\.0) + (isCounted ? [] : ["call"])
  }

  /// True for a failure that the report explains by a test that must find the mutant.
  private func follows(_ outcome: TestOutcome) -> Bool { outcome.cause.map { mutant.must.contains($0.test) } ?? false }
}
