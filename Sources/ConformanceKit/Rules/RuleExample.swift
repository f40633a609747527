/// A rule's example in one language: code that breaks it and code that keeps it, or a sentence if no code can show it.
public enum RuleExample: Sendable, Hashable {
  /// Code that compiles in ``RuleFrame``; the first piece breaks the rule when it runs, the second keeps it.
  case code(wrong: String, right: String)
  /// Commands that build or install a transport; the first piece breaks the rule, the second keeps it.
  case shell(wrong: String, right: String)
  /// The reason why there is no code: most often, the SDK itself keeps the rule.
  case note(String)

  /// The example, with the lines of a note joined into one.
  var joinedLines: RuleExample {
    if case .note(let sentence) = self { .note(sentence.joinedLines) } else { self }
  }
}
