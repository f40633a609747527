import ConformanceKit
import Testing

@Suite("The table of rules")
struct RuleTableTests {
  @Test("numbers its rules from 1 without a gap, each once, and rising within a chapter")
  func numbers() {
    #expect(TransportRules.all.map(\.number).sorted() == Array(1...TransportRules.all.count))
    for chapter in TransportRules.chapters {
      let numbers = chapter.rules.map(\.number)
      #expect(numbers == numbers.sorted() && !numbers.isEmpty, "\(chapter.title): new rules go at the end of their chapter")
    }
    #expect(TransportRules.rule("HSW-R-014")?.number == 14)
    #expect(TransportRules.rule("HSW-R-000") == nil)
  }

  @Test("names in each rule only tests of the kit's table, which the catalogue has too once it is complete", arguments: TransportRules.all)
  func tests(of rule: TransportRule) {
    let known = Self.known
    for test in rule.tests {
      #expect(TableRows.all.contains(test), "\(rule.id) names \(test), which is no row of the table")
      if known.count >= TableRows.all.count { #expect(known.contains(test), "\(rule.id) names \(test), which the catalogue lacks") }
    }
    #expect(Set(rule.tests).count == rule.tests.count)
    if case .tests(let ids) = rule.proof { #expect(!ids.isEmpty) }
  }

  @Test("gives each test at least one rule")
  func everyTestHasARule() {
    let ruled = Set(TransportRules.all.flatMap(\.tests))
    let unruled = TableRows.all.union(Self.known).subtracting(ruled)
    #expect(unruled.sorted() == [], "tests that no rule names: give each a rule in Sources/ConformanceRules/Chapters")
  }

  private static let known = Set(
    Catalogue.tests.map(\.id) + Catalogue.directoryTests.map(\.id) + Catalogue.hostRows.map(\.id) + Catalogue.absent.map(\.id))

  @Test("has every part of a rule in whole sentences", arguments: TransportRules.all)
  func sentences(of rule: TransportRule) {
    for part in [rule.text, rule.why, rule.consequence] {
      #expect(part.hasSuffix(".") && !part.contains("\n") && !part.contains("  "), "\(rule.id): \(part)")
    }
    #expect(!rule.title.hasSuffix(".") && rule.title.count < 60)
    #expect(Set([rule.title, rule.text, rule.why]).count == 3)
  }

  @Test("has no title twice")
  func titles() {
    #expect(Set(TransportRules.all.map(\.title)).count == TransportRules.all.count)
  }
}
