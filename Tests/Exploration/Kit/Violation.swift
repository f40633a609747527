/// An invariant that does not hold, or another promise of the rules that was broken.
package struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// The invariant: `V1` … `V6`, or the section of the rules.
  package var rule: String
  /// What is wrong, without names of calls, so that one fault is one text.
  package var text: String

  package init(_ rule: String, _ text: String) {
    self.rule = rule
    self.text = text
  }

  package var description: String { "\(rule): \(text)" }
}
