/// The rules on one subject, in the order in which a transport meets them.
public struct RuleChapter: Sendable, Hashable {
  /// The subject, in a word or two.
  public let title: String
  /// The introduction, in a sentence or two.
  public let introduction: String
  /// The rules.
  public let rules: [TransportRule]

  /// The chapter's line in the page's table of contents.
  var contentsLine: String {
    let anchor = String(title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " }.map { $0 == " " ? "-" : $0 })
    return "- [\(title)](#\(anchor)): \(range)"
  }

  /// The ids of its rules, with consecutive ones as one range.
  private var range: String {
    var runs: [(first: TransportRule, last: TransportRule)] = []
    for rule in rules {
      if let run = runs.last, run.last.number + 1 == rule.number {
        runs[runs.count - 1].last = rule
      } else {
        runs.append((rule, rule))
      }
    }
    return runs.map { $0.first == $0.last ? $0.first.id : "\($0.first.id) to \($0.last.id)" }.joined(separator: ", ")
  }
}
