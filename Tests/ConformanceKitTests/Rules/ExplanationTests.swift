import ConformanceKit
import Testing

@Suite("An explanation")
struct ExplanationTests {
  @Test("of a rule gives the rule, reason, consequence, tests and both kinds of code", arguments: TransportRules.all)
  func rule(_ rule: TransportRule) {
    let text = Explanation.text(for: rule.id.lowercased())
    #expect(Explanation.isKnown(rule.id))
    #expect(text.hasPrefix("\(rule.id) (\(rule.level.rawValue)): \(rule.title)\n"))
    for part in ["Why:", "When it is broken:", "Shown by:"] + rule.tests { #expect(text.contains(part)) }
    if case .code(let wrong, let right) = rule.c {
      for line in (wrong + "\n" + right).split(separator: "\n") { #expect(text.contains("\n    \(line)")) }
    }
    for mark in ["`", "](", "[loop]("] { #expect(!text.contains(mark) || rule.c.hasMark(mark) || rule.swift.hasMark(mark)) }
  }

  @Test("of a test gives the rules that it checks", arguments: TableRows.all.sorted())
  func test(_ id: String) {
    let text = Explanation.text(for: id)
    #expect(Explanation.isKnown(id))
    #expect(text.hasPrefix(id))
    let rules = TransportRules.rules(shownBy: id)
    #expect(!rules.isEmpty)
    for rule in rules { #expect(text.contains("\n\n\(rule.id) (")) }
  }

  @Test(
    "of an unknown id names the nearest one",
    arguments: [("action.strat", "action.start"), ("HSW-R-14", "HSW-R-014"), ("dtmf.al", "dtmf.all"), ("hsw-r-O14", "HSW-R-014")])
  func nearest(_ wrong: String, _ meant: String) {
    #expect(!Explanation.isKnown(wrong))
    #expect(Explanation.nearest(to: wrong).contains(meant))
    #expect(Explanation.text(for: wrong).contains(meant))
    #expect(Explanation.text(for: wrong).hasSuffix("."))
  }

  @Test("answers any text with a line", arguments: ["", " ", "HSW-R-999999999999999999999", String(repeating: "x", count: 1000), "ä.ö"])
  func strange(_ id: String) {
    #expect(Explanation.text(for: id).hasPrefix("There is no rule and no test"))
    #expect(Explanation.nearest(to: id).count == 3)
  }
}

extension RuleExample {
  /// Returns true if the code itself contains the mark, so that the text may contain it too.
  fileprivate func hasMark(_ mark: String) -> Bool {
    switch self {
    case .code(let wrong, let right), .shell(let wrong, let right): wrong.contains(mark) || right.contains(mark)
    case .note: false
    }
  }
}
