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

    static func by(_ tests: String...) -> Proof { .tests(tests) }
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
  public var id: String {
    let digits = String(number)
    return "HSW-R-" + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The ids of the tests that check it; none for a rule that cannot be tested.
  public var tests: [String] {
    if case .tests(let ids) = proof { ids } else { [] }
  }

  init(
    _ number: Int, _ level: Level, _ title: String, _ text: String, why: String, consequence: String, proof: Proof,
    c: RuleExample, swift: RuleExample
  ) {
    self.number = number
    self.level = level
    self.title = title
    self.text = text.joinedLines
    self.why = why.joinedLines
    self.consequence = consequence.joinedLines
    self.proof = proof
    self.c = c.joinedLines
    self.swift = swift.joinedLines
  }
}

extension String {
  /// The text with its lines joined into one.
  var joinedLines: String { split(separator: "\n").joined(separator: " ") }
}
