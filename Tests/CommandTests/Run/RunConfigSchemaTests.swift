import CallControl
import Foundation
import Testing

@testable import HookswitchCLI

@Suite("docs/run-config.schema.json")
struct RunConfigSchemaTests {
  private let docs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs").standardized

  private func object(_ value: Any?, _ path: String...) throws -> [String: Any] {
    try path.reduce(try #require(value as? [String: Any])) { try #require($0[$1] as? [String: Any], "\($1)") }
  }

  @Test("The schema has the members that the reader knows")
  func sameMembers() throws {
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: docs.appendingPathComponent("run-config.schema.json")))
    let places: [(schema: [String: Any], wrapped: (String) -> String)] = [
      (try object(schema, "properties"), { $0 }), (try object(schema, "properties", "policy", "properties"), { #"{"policy": \#($0)}"# }),
      (try object(schema, "properties", "audio", "properties"), { #"{"audio": \#($0)}"# }),
      (try object(schema, "properties", "providers", "items", "properties"), { #"{"providers": [\#($0)]}"# }),
    ]
    for (members, wrap) in places {
      // The reader's error for an unknown member lists the known ones.
      let error = #expect(throws: RunConfigError.self) { try RunConfigReader.read(Array(wrap(#"{"?": 1}"#).utf8), file: "f", folder: "") }
      let known = try #require(error?.reason.split(separator: "known are ").last).split(separator: ", ").map(String.init)
      #expect(Set(known) == Set(members.keys))
    }
    #expect(Set(try object(schema, "$defs", "deadlines", "properties").keys) == Set(Deadline.allCases.map(\.rawValue)))
  }

  @Test("The example of docs/run.md is a configuration")
  func example() throws {
    let page = try String(contentsOf: docs.appendingPathComponent("run.md"), encoding: .utf8)
    let example = try #require(page.split(separator: "```json\n").last?.split(separator: "```").first)
    let config = try RunConfigReader.read(Array(example.utf8), file: "run.md", folder: "")
    #expect(config.accounts?.map(\.name) == ["desk", "door"])
  }

  @Test("docs/run.md mentions every command and every event")
  func words() throws {
    let page = try String(contentsOf: docs.appendingPathComponent("run.md"), encoding: .utf8)
    for word in RunCommand.all.map(\.word) + EventName.allCases.map(\.rawValue) { #expect(page.contains("`\(word)"), "\(word)") }
  }
}
