/// One numbered rule of the transport ABI: what it asks, why, what comes of breaking it, and which tests show it.
///
/// A number never changes its meaning; a rule that is dropped leaves a gap, and a new one gets the next number.
public struct TransportRule: Sendable, Hashable {
  /// Who keeps the rule, and how strictly.
  public enum Level: String, Sendable, CaseIterable {
    /// A transport must.
    case must
    /// A transport should: breaking it is a warning.
    case should
    /// The host keeps it, and a transport may rely on it.
    case host
  }

  /// How anybody can see that the rule is kept.
  public enum Proof: Sendable, Hashable {
    /// These tests of the kit show it, by their ids.
    case tests([String])
    /// No test of the kit can, for this reason.
    case notTestable(String)

    static func by(_ tests: String...) -> Proof { .tests(tests) }
  }

  /// The number.
  public let number: Int
  /// Who keeps it.
  public let level: Level
  /// The rule in a few words.
  public let title: String
  /// The rule itself, in one or two sentences that can be quoted.
  public let text: String
  /// Why there is such a rule: what goes wrong in the world without it.
  public let why: String
  /// What the host does when the rule is broken.
  public let consequence: String
  /// How it is shown.
  public let proof: Proof
  /// How it looks in C.
  public let c: RuleExample
  /// How it looks in Swift, with TransportKit.
  public let swift: RuleExample

  /// The name by which it is quoted: `HSW-R-014`.
  public var id: String {
    let digits = String(number)
    return "HSW-R-" + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The tests that show it; none for a rule that cannot be tested.
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
  /// A text that was written on several lines, as one.
  var joinedLines: String { split(separator: "\n").joined(separator: " ") }
}
