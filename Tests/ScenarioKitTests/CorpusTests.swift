import Foundation
import ScenarioKit
import Testing

@Suite("The project's own scenarios")
struct CorpusTests {
  static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenarios")

  static let files: [String] = {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { ($0 as? URL)?.path } ?? []
    return found.filter { $0.hasSuffix(".json") }.map { String($0.dropFirst(folder.path.count + 1)) }.sorted()
  }()

  static func read(_ file: String) throws -> Scenario {
    try ScenarioFile.read(Array(try Data(contentsOf: folder.appendingPathComponent(file))), named: file)
  }

  @Test("Every scenario passes", arguments: files)
  func passes(_ file: String) throws {
    let result = ScenarioRunner().run(try Self.read(file))
    #expect(result.failure == nil, "\(TAPReport().line(1, result))")
  }

  @Test("Every rule id is named by a scenario")
  func everyRuleIsNamed() throws {
    let counts = ["X": 9, "S": 11, "I": 11, "A": 12, "H": 8, "E": 8, "G": 7, "R": 5, "M": 3, "T": 3, "P": 8, "U": 4, "Y": 3]
    // Of the rules of a cluster, those about a line.
    let rules = Set(counts.flatMap { letter, count in (1...count).map { "\(letter)\($0)" } } + ["K5", "K7", "K8", "K14"])
    let named = Set(try Self.files.flatMap { try Self.read($0).rules })
    #expect(rules.subtracting(named).sorted() == [])
    // V1 to V7 hold after every step of every run: the exploration checks them, and a story may name them.
    let invariants = (1...7).map { "V\($0)" }
    #expect(named.subtracting(rules).subtracting(invariants).sorted() == [], "there are no such rules")
  }

  @Test("A story has the same journal and the same records in every run")
  func isTheSameEveryTime() throws {
    for file in Self.files where file.hasPrefix("transactions/") || file.hasPrefix("emergency/") {
      let scenario = try Self.read(file)
      let first = ScenarioRunner().run(scenario)
      let second = ScenarioRunner().run(scenario)
      #expect(first.journal == second.journal && first.records == second.records, "\(file)")
    }
  }
}
