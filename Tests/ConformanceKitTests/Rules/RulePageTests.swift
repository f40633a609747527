import ConformanceKit
import Foundation
import Testing

@Suite("The page of rules")
struct RulePageTests {
  @Test("is docs/transport-rules.md")
  func isThePage() throws {
    let page = try String(contentsOf: Tree.root.appending(path: "docs/transport-rules.md"), encoding: .utf8)
    #expect(page == TransportRules.markdown(), "docs/transport-rules.md is not what Sources/ConformanceRules/Chapters says: make manual")
  }

  @Test("has a heading for every rule and every chapter, and a link to each chapter")
  func headings() {
    let lines = Set(TransportRules.markdown().split(separator: "\n").map(String.init))
    for rule in TransportRules.all { #expect(lines.contains("### \(rule.id): \(rule.title)")) }
    for chapter in TransportRules.chapters { #expect(lines.contains("## \(chapter.title)")) }
    #expect(lines.count { $0.hasPrefix("- [") && $0.contains("](#") } == TransportRules.chapters.count)
  }

  @Test("opens and closes each code block")
  func fences() {
    var isOpen = false
    for line in TransportRules.markdown().split(separator: "\n") where line.hasPrefix("```") {
      #expect(isOpen == (line == "```"))
      isOpen.toggle()
    }
    #expect(!isOpen)
  }
}
