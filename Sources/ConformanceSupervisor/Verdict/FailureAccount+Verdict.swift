internal import ConformanceHarness
internal import ConformanceReport
internal import ConformanceRules

extension FailureAccount {
  /// Creates the account of a planned test's verdict; nil for a verdict that says nothing against the plugin.
  init?(_ verdict: Verdict, of test: ConformanceTest) {
    guard verdict.status.isFailure || verdict.status == .warn else { return nil }
    self.init()
    seen = verdict.detail
    if let site = verdict.record?.site {
      (function, isNamed, call, phase) = (site.function, site.isNamed, site.call, site.phase)
      (seen, expected, breach, isObstacle) = (site.seen, site.expected, site.breach, site.isObstacle)
    } else if let last = verdict.lastCall {
      (function, isNamed, call, phase) = (last.function, last.isUnderWay, last.ordinal, last.phase?.word ?? "")
    }
    // The test looked at the file alone, or its process ended before the first function.
    if function.isEmpty { (function, isNamed) = (Self.file, true) }
    if expected.isEmpty { expected = verdict.usualExpectation ?? test.title }
    noted = (verdict.record?.noted ?? []).map { Breach(kind: $0.kind, function: $0.function) }
    let rules = TransportRules.rules(shownBy: test.id)
    // A breach of the ledger has a rule of its own; else the rule counts that names the test before its others.
    let place = { (rule: TransportRule) in rule.tests.firstIndex(of: test.id) ?? .max }
    let own = verdict.record?.site.flatMap { $0.rule.isEmpty ? nil : TransportRules.rule($0.rule) }
    let main = own ?? rules.min { place($0) < place($1) }
    (rule, ruleTitle) = (main?.id ?? "", main?.title ?? "")
  }
}

extension Verdict {
  /// The expectation that every test has of its process; nil where the test's own counts.
  fileprivate var usualExpectation: String? {
    switch status {
    case .crash: "the function returns, and the process goes on"
    case .timeout: "the function returns"
    case .fail where record?.ending == .passed: "no process of the plugin is left"
    default: nil
    }
  }
}
