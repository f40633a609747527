/// One numbered rule of the transport ABI: its text, its reason, the consequence of breaking it, and its tests.
///
/// A number never changes its meaning; a dropped rule leaves a gap, and a new one gets the next number.
public struct TransportRule: Sendable, Hashable {
  /// The party that keeps the rule, and how strictly.
  public enum Level: String, Sendable, CaseIterable {
    /// A transport must keep it.
    case must
    /// A transport should keep it; a breach is a warning.
    case should
    /// The host keeps it, and a transport may rely on it.
    case host
  }

  /// The way to show that the rule is kept.
  public enum Proof: Sendable, Hashable {
    /// The kit's tests that check the rule, by their ids.
    case tests([String])
    /// No test of the kit can check the rule, for this reason.
    case notTestable(String)
  }

  /// The number.
  public let number: Int
  /// The party that keeps it, and how strictly.
  public let level: Level
  /// The rule in a few words.
  public let title: String
  /// The rule itself, in one or two sentences that can be quoted.
  public let text: String
  /// The reason for the rule: the harm that it prevents.
  public let why: String
  /// The host's reaction to a breach.
  public let consequence: String
  /// The way to show that it is kept.
  public let proof: Proof
  /// The example in C.
  public let c: RuleExample
  /// The example in Swift, with TransportKit.
  public let swift: RuleExample

  /// The id by which it is quoted: `HSW-R-014`.
  public var id: String { Self.id(number) }

  /// Returns the id of the rule with that number.
  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "HSW-R-" + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The ids of the tests that check it; none for a rule that cannot be tested.
  public var tests: [String] {
    if case .tests(let ids) = proof { ids } else { [] }
  }
}

/// A rule's example in one language: code that breaks it and code that keeps it, or a sentence if no code can show it.
public enum RuleExample: Sendable, Hashable {
  /// Code that compiles in ``RuleFrame``; the first piece breaks the rule when it runs, the second keeps it.
  case code(wrong: String, right: String)
  /// Commands that build or install a transport; the first piece breaks the rule, the second keeps it.
  case shell(wrong: String, right: String)
  /// The reason why there is no code: most often, the SDK itself keeps the rule.
  case note(String)
}
