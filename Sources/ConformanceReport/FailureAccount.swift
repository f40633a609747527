/// The account of a failure: the rule, the function and its call, with what was seen and what was expected.
public struct FailureAccount: Sendable, Hashable {
  /// The rule that is broken, as in `HSW-R-069`; empty when no rule names the test.
  public var rule = ""
  /// The rule's title.
  public var ruleTitle = ""
  /// The function, as in `calls.start` or `host.report_state`; `the library's file` when the plugin had not been called yet.
  public var function = ""
  /// True when the failure is about that function, false when it is the last that was called before.
  public var isNamed = true
  /// The number of the function's call, from 1; 0 for a function that was not called, as one that is missed, or is not counted.
  public var call: UInt64 = 0
  /// The phase of the instance's life, as in `active`; empty before `create`.
  public var phase = ""
  /// The event.
  public var seen = ""
  /// The expectation.
  public var expected = ""
  /// The kind of the rule in the kit's ledger; empty when the test itself found the failure.
  package var breach = ""
  /// True when a step failed that many tests share, such as `create`, before the test reached its own subject.
  package var isObstacle = false
  /// The breaches that the ledger noted while the test ran.
  package var noted: [Breach] = []

  package init() {}

  /// Stands for a function where a test looked at the library without a call.
  package static let file = "the library's file"

  /// A kind of rule in the kit's ledger, and the function that broke it.
  package struct Breach: Sendable, Hashable {
    package var kind: String
    package var function: String

    package init(kind: String, function: String) { (self.kind, self.function) = (kind, function) }
  }

  /// The place in words: `calls.start, 3rd call, instance active`.
  public var place: String {
    guard !function.isEmpty else { return "before the first call into the plugin" }
    let call = call > 0 ? ", \(Self.counted(call)) call" : ""
    return "\(isNamed ? "" : "after ")\(function)\(call)\(phase.isEmpty ? "" : ", instance \(phase)")"
  }

  /// Returns 1st, 2nd, 3rd, 4th, 11th.
  package static func counted(_ number: UInt64) -> String {
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }
}

/// The failure of another test that explains a failure.
public struct FailureCause: Sendable, Hashable {
  /// The rule that the other test found broken; empty when no rule names it.
  public var rule: String
  /// The other test.
  public var test: String

  package init(rule: String, test: String) { (self.rule, self.test) = (rule, test) }

  /// The cause in words: `HSW-R-069 (action.exactly-once)`.
  public var text: String { rule.isEmpty ? test : "\(rule) (\(test))" }
}
