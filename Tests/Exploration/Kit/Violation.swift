/// A violated invariant or rule.
package struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// The invariant: `V1` … `V6`, or the section of the rules.
  package var rule: String
  /// The fault, without names of calls, so that one fault has one text.
  package var text: String

  package init(_ rule: String, _ text: String) {
    self.rule = rule
    self.text = text
  }

  package var description: String { "\(rule): \(text)" }
}
