import ConformanceKit
import Foundation
import Testing

@testable import ConformanceReport

/// docs/conformance.md says what the code does: levels, groups, tests, statuses and exit codes.
@Suite("The page about conformance")
struct ConformancePageTests {
  private static let page: String = {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs/conformance.md").standardized
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The cells of the rows below the table head that begins with these words.
  private static func rows(below head: String) -> [[String]] {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.hasPrefix(head) }) else { return [] }
    return lines[(first + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The words in quotes of code.
  private static func code(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map { String($0.element) }
  }

  @Test("has the levels with the groups that each adds")
  func levels() {
    let rows = Self.rows(below: "| `--level` |")
    #expect(rows.compactMap { Self.code($0[0]).first } == ConformanceLevel.allCases.map(\.rawValue))
    for (row, level) in zip(rows, ConformanceLevel.allCases) { #expect(Self.code(row[1]) == level.ownGroups, "\(level)") }
  }

  @Test("describes each group once")
  func groups() {
    let groups = Self.rows(below: "| group |").flatMap { Self.code($0[0]) }
    #expect(groups.sorted() == ConformanceLevel.soak.groups.sorted())
    #expect(Set(Catalogue.tests.map(\.group)).isSubset(of: groups))
  }

  @Test("has each status")
  func statuses() {
    #expect(Self.rows(below: "| status |").flatMap { Self.code($0[0]) }.sorted() == TestStatus.allCases.map(\.rawValue).sorted())
  }

  @Test("has each exit code of a run")
  func exitCodes() {
    let codes = Set(Self.rows(below: "| code |").compactMap { Int32($0[0]) })
    var report = SampleReport.value
    report.wasInterrupted = true
    #expect(codes.isSuperset(of: [0, 1, 2, 3, 4, report.exitCode]))
  }

  @Test("names only tests that exist")
  func names() {
    let groups = Set(TableRows.all.map { $0.prefix { $0 != "." } })
    let isName = { (word: String) in word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." } }
    let words = Self.code(Self.page).filter { isName($0) && groups.contains($0.prefix { $0 != "." }) && $0.contains(".") }
    // Functions of the contract have the form of a test's name.
    let functions = ["calls.start", "calls.end", "calls.answer", "hold.set_held"]
    #expect(words.filter { !TableRows.all.contains($0) && !functions.contains($0) } == [])
    #expect(words.count > 60)
  }
}
