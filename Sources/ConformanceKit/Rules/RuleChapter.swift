/// Rules about one matter, in the order in which a transport meets them.
public struct RuleChapter: Sendable, Hashable {
  /// What they are about, in a word or two.
  public let title: String
  /// What the matter is, in a sentence or two.
  public let introduction: String
  /// The rules.
  public let rules: [TransportRule]

  init(_ title: String, _ introduction: String, _ rules: [TransportRule]) {
    self.title = title
    self.introduction = introduction.joinedLines
    self.rules = rules
  }
}
