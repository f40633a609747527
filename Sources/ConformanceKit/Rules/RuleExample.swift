/// How a rule looks in one language: broken and kept, or a sentence where no code can show it.
public enum RuleExample: Sendable, Hashable {
  /// Code that compiles in ``RuleFrame``; the first piece breaks the rule when it runs, the second keeps it.
  case code(wrong: String, right: String)
  /// Commands that build or install a transport, broken and kept.
  case shell(wrong: String, right: String)
  /// Why there is no code to show: most often, because the SDK keeps the rule by itself.
  case note(String)

  /// The example with a sentence that was written on several lines as one.
  var joinedLines: RuleExample {
    if case .note(let sentence) = self { .note(sentence.joinedLines) } else { self }
  }
}
