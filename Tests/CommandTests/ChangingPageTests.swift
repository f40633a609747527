import Foundation
import Testing

@Suite("docs/changing.md")
struct ChangingPageTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

  /// Returns the files and folders that a page names: in code spans that begin with a folder of the project, and as targets of links.
  private static func named(in page: String) -> [String] {
    let spans = page.matches(of: /`((?:Sources|Tests|Plugins|Fuzz|docs|scripts)\/[^`\s]+)`/).map { String($0.1) }
    let links = page.matches(of: /\]\(([^)#:]+)\)/).map { "docs/" + $0.1 }
    return spans + links
  }

  @Test("Every file that it names exists")
  func filesExist() throws {
    let page = try String(contentsOf: Self.root.appendingPathComponent("docs/changing.md"), encoding: .utf8)
    let files = Self.named(in: page)
    #expect(files.count > 30)
    for file in files {
      #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(file).path), "\(file)")
    }
  }

  @Test("A file that is missing would be found")
  func canFail() {
    #expect(Self.named(in: "1. `Sources/No/Such.swift`, [x](no.md) and `make check`.") == ["Sources/No/Such.swift", "docs/no.md"])
  }
}
