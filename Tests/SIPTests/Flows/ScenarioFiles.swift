import Foundation
import Testing

@Suite("SIPp scenarios")
struct ScenarioFiles {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Scenarios").standardized

  @Test("name an RFC in their first comment, and have their file's name")
  func comments() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".xml") }
    #expect(names.count >= 40)
    for name in names {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      let comment = try #require(text.firstMatch(of: /<!--(.*?)-->/), "\(name) has no comment").1
      #expect(comment.contains(/RFC [0-9]+/), "\(name): \(comment)")
      #expect(text.contains("<scenario name=\"\(name.dropLast(4))\">"), "\(name)")
    }
  }
}
