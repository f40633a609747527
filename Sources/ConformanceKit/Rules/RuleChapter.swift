/// The rules on one subject, in the order in which a transport meets them.
public struct RuleChapter: Sendable, Hashable {
  /// The subject, in a word or two.
  public let title: String
  /// The introduction, in a sentence or two.
  public let introduction: String
  /// The rules.
  public let rules: [TransportRule]

  init(_ title: String, _ introduction: String, _ rules: [TransportRule]) {
    self.title = title
    self.introduction = introduction.joinedLines
    self.rules = rules
  }
}
