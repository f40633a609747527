import ConformanceKit
import Foundation
import Testing

@Suite("The wrong examples of the rules")
struct WrongExampleTests {
  /// A row of Tests/Mutants/wrong.tsv.
  private struct Row {
    let rule: String
    let isExempt: Bool
    let must: [String]
    let reason: String
  }

  private static var rows: [Row] {
    get throws {
      let text = try String(contentsOf: Tree.root.appending(path: "Tests/Mutants/wrong.tsv"), encoding: .utf8)
      return text.split(separator: "\n").filter { $0.hasPrefix("w") }.map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return Row(
          rule: "HSW-R-" + fields[0].dropFirst(), isExempt: fields[1] == "exempt", must: fields[3].split(separator: ",").map(String.init),
          reason: fields[5])
      }
    }
  }

  @Test("in C are all compiled as mutants, or exempt for a reason")
  func complete() throws {
    let rows = try Self.rows
    for chapter in TransportRules.chapters {
      for rule in chapter.rules where rule.level != .host && rule.c.isWrongCode {
        #expect(rows.contains { $0.rule == rule.id }, "\(rule.id) has an example that no row of wrong.tsv compiles")
      }
    }
    #expect(Set(rows.map(\.rule)).count == rows.count)
    #expect(rows.count(where: \.isExempt) < 8)
  }

  @Test("are each found by a test of their own rule")
  func ownTests() throws {
    for row in try Self.rows {
      let rule = try #require(TransportRules.rule(row.rule), "\(row.rule) is no rule")
      if row.isExempt {
        #expect(row.reason.count > 20)
      } else {
        #expect(!row.must.isEmpty && Set(row.must).isSubset(of: rule.tests), "\(row.rule): \(row.must) are not all tests of this rule")
      }
    }
  }
}

extension RuleExample {
  /// True for an example with code that is wrong.
  fileprivate var isWrongCode: Bool {
    switch self {
    case .code, .shell: true
    case .note: false
    }
  }
}
