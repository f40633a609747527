/// Finds the failures that follow from other failures.
///
/// A failure follows from one of the same transport and round that stands earlier in the order of dependency (`TestOutcome.place`):
///
/// - both found a rule of the ledger broken, the same one by the same function;
/// - both ended in the same function with the same signal, or by time-out;
/// - both failed in the same function, in a step that many tests share: the plugin does not load, an instance does not become active,
///   a call does not begin;
/// - both say the same, apart from numbers.
///
/// A failure that no earlier one explains also follows from a broken rule of the ledger, wherever the test of that rule stands, when the
/// ledger noted the same breach while the test ran. Random searches and comparisons of a whole plugin explain no other test.
package struct FailureCauses: Sendable {
  /// The groups that judge the plugin as a whole.
  private static let wholeGroups: Set<String> = ["fuzz", "iso"]

  /// Returns the outcomes in their order, each failure with its cause if it has one.
  package static func marked(_ outcomes: [TestOutcome]) -> [TestOutcome] {
    var outcomes = outcomes
    let failures = outcomes.indices.filter { outcomes[$0].status.isFailure }.sorted { precedes(outcomes[$0], outcomes[$1]) }
    var roots: [Key: Int] = [:]
    var causes: [Int: Int] = [:]
    for index in failures {
      let keys = keys(of: outcomes[index])
      if let root = keys.lazy.compactMap({ roots[$0] }).first { causes[index] = causes[root] ?? root }
      for key in keys where roots[key] == nil { roots[key] = causes[index] ?? index }
    }
    for index in failures where causes[index] == nil && outcomes[index].account?.breach.isEmpty != false {
      let noted = outcomes[index].account?.noted ?? []
      let found = noted.compactMap { breach in roots[Key(outcomes[index], .breach(breach.kind), breach.function)] }
      causes[index] = found.first { $0 != index && !isWhole(outcomes[$0]) && causes[$0] == nil }
    }
    for (index, cause) in causes {
      // A cause that turned out to follow from another one is none.
      let first = causes[cause] ?? cause
      outcomes[index].cause = FailureCause(rule: outcomes[first].mainRule, test: outcomes[first].id)
    }
    return outcomes
  }

  /// Returns true if the left failure stands before the right one in the order of dependency.
  package static func precedes(_ left: TestOutcome, _ right: TestOutcome) -> Bool {
    let (left, right) = ((isWhole(left) ? 1 : 0, left.repetition, left.place), (isWhole(right) ? 1 : 0, right.repetition, right.place))
    return left < right
  }

  private static func isWhole(_ outcome: TestOutcome) -> Bool { wholeGroups.contains(outcome.group) }

  /// A trait that failures of one origin share.
  private struct Key: Hashable {
    enum Trait: Hashable {
      case breach(String), end(TestStatus, String), obstacle, sentence(String)
    }

    let transport: String
    let repetition: Int
    let trait: Trait
    let function: String

    init(_ outcome: TestOutcome, _ trait: Trait, _ function: String) {
      (transport, repetition, self.trait, self.function) = (outcome.transport, outcome.repetition, trait, function)
    }
  }

  private static func keys(of outcome: TestOutcome) -> [Key] {
    guard let account = outcome.account else { return [] }
    if outcome.status == .crash || outcome.status == .timeout {
      guard !account.function.isEmpty, account.function != FailureAccount.file else { return [] }
      // The signal is the first word of a crash: `SIGSEGV in calls.end`.
      let signal = outcome.status == .crash ? String(outcome.detail.prefix { $0 != " " }) : ""
      return [Key(outcome, .end(outcome.status, signal), account.function)]
    }
    if !account.breach.isEmpty { return [Key(outcome, .breach(account.breach), account.function)] }
    var keys = [Key(outcome, .sentence(withoutNumbers(outcome.detail)), account.function)]
    if account.isObstacle { keys.append(Key(outcome, .obstacle, account.function)) }
    return keys
  }

  /// Returns the sentence with `#` for each number, also for hexadecimal ones: handles and times differ from test to test.
  private static func withoutNumbers(_ sentence: String) -> String {
    var result = ""
    var isNumber = false
    for character in sentence {
      let isPart = character.isNumber || (isNumber && (character.isHexDigit || character == "x"))
      if isPart, !isNumber { result.append("#") }
      if !isPart { result.append(character) }
      isNumber = isPart
    }
    return result
  }
}

extension TestOutcome {
  /// The rule that a report names first; empty when no rule names the test.
  package var mainRule: String { account.flatMap { $0.rule.isEmpty ? nil : $0.rule } ?? rules.first ?? "" }
}
