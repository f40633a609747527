import CallControl
import Foundation
import Testing

@testable import ScenarioKit

@Suite("docs/scenarios.md agrees with the reader")
struct DocumentationTests {
  static func page() throws -> String {
    let file = CorpusTests.folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/scenarios.md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("The example at its head passes")
  func exampleRuns() throws {
    let parts = try Self.page().components(separatedBy: "```")
    let example = try #require(parts.first { $0.hasPrefix("json\n") }).dropFirst("json\n".count)
    let result = ScenarioRunner().run(try ScenarioFile.read(Array(example.utf8), named: "example"))
    #expect(result.failure == nil)
    let report = try #require(parts.first { $0.contains("$ hookswitch scenario answering.json") })
    #expect(report.contains(TAPReport().head(1) + "\n" + TAPReport().line(1, result) + "\n"))
  }

  @Test("It names every key and word of the format")
  func namesEveryWord() throws {
    var words = AskingReader.keys + HappeningReader.Key.allCases.map(\.rawValue)
    words += CheckReader.Key.allCases.map(\.rawValue) + ProviderReader.flags.map(\.name) + ShownFlag.allCases.map(\.rawValue)
    words += Deadline.allCases.map(\.rawValue) + AnswerChoice.allCases.map(\.rawValue) + AutoResume.allCases.map(\.rawValue)
    words += TransferRequestPolicy.allCases.map(\.rawValue) + ScreenVerdict.allCases.map(\.rawValue)
    words += CallState.allCases.map(\.rawValue) + CallOperation.Kind.allCases.map(\.rawValue)
    words += [
      "title", "rules", "policy", "lines", "providers", "steps", "origin", "line", "group", "as", "to", "with", "by", "on", "reason",
    ]
    let page = try Self.page()
    #expect(words.filter { !page.contains("`\($0)`") } == [])
  }
}
