import ConformanceKit
import Testing

@Suite("An explanation")
struct ExplanationTests {
  @Test("of a rule gives the rule, reason, consequence, tests and both kinds of code", arguments: TransportRules.all)
  func rule(_ rule: TransportRule) throws {
    let text = try #require(Explanation.text(for: rule.id.lowercased()))
    #expect(text.hasPrefix("\(rule.id) (\(rule.level.rawValue)): \(rule.title)\n"))
    for part in ["Why:", "When it is broken:", "Shown by:"] + rule.tests { #expect(text.contains(part)) }
    if case .code(let wrong, let right) = rule.c {
      for line in (wrong + "\n" + right).split(separator: "\n") { #expect(text.contains("\n    \(line)")) }
    }
    for mark in ["`", "](", "[loop]("] { #expect(!text.contains(mark) || rule.c.hasMark(mark) || rule.swift.hasMark(mark)) }
  }

  @Test("of a test gives the rules that it checks", arguments: TableRows.all.sorted())
  func test(_ id: String) throws {
    let text = try #require(Explanation.text(for: id))
    #expect(text.hasPrefix(id))
    let rules = TransportRules.rules(shownBy: id)
    #expect(!rules.isEmpty)
    for rule in rules { #expect(text.contains("\n\n\(rule.id) (")) }
  }

  @Test("of anything else does not exist", arguments: ["", " ", "action.strat", "HSW-R-14", "HSW-R-999999999999999999999", "ä.ö"])
  func unknown(_ id: String) {
    #expect(Explanation.text(for: id) == nil)
    #expect(!Explanation.ids.contains(id))
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
