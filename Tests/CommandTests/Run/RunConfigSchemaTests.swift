import CallControl
import Foundation
import HostConfiguration
import Testing
import TransportLoader

@testable import HookswitchCLI

@Suite("docs/run-config.schema.json")
struct RunConfigSchemaTests {
  private let docs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs").standardized

  private func object(_ value: Any?, _ path: String...) throws -> [String: Any] {
    try path.reduce(try #require(value as? [String: Any])) { try #require($0[$1] as? [String: Any], "\($1)") }
  }

  /// The object in the definition of `isolation`.
  private func isolation(_ schema: Any, _ path: String...) throws -> [String: Any] {
    let forms = try #require(try object(schema, "$defs", "isolation")["oneOf"] as? [[String: Any]])
    return try path.reduce(try #require(forms.last)) { try #require($0[$1] as? [String: Any], "\($1)") }
  }

  @Test("The schema allows the limits that the reader allows")
  func sameLimits() throws {
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: docs.appendingPathComponent("run-config.schema.json")))
    let limits = try isolation(schema, "properties", "limits", "properties")
    let ranges = [
      ("memory-mb", RunnerLimits.memory), ("files", RunnerLimits.files), ("patience-ms", RunnerLimits.patience),
      ("threads", RunnerLimits.threadRange), ("cpu-percent", RunnerLimits.cpuRange),
    ]
    for (name, range) in ranges {
      let limit = try object(limits, name)
      #expect(limit["minimum"] as? Int == range.lowerBound && limit["maximum"] as? Int == range.upperBound, "\(name)")
    }
    let modes = try #require(try object(schema, "$defs", "mode")["enum"] as? [String])
    #expect(modes == IsolationMode.allCases.map(\.rawValue))
  }

  @Test("The schema has the members that the reader knows")
  func sameMembers() throws {
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: docs.appendingPathComponent("run-config.schema.json")))
    let places: [(schema: [String: Any], wrapped: (String) -> String)] = [
      (try object(schema, "properties"), { $0 }), (try object(schema, "properties", "policy", "properties"), { #"{"policy": \#($0)}"# }),
      (try object(schema, "properties", "screeners", "items", "properties"), { #"{"screeners": [\#($0)]}"# }),
      (try object(schema, "properties", "audio", "properties"), { #"{"audio": \#($0)}"# }),
      (try object(schema, "properties", "providers", "items", "properties"), { #"{"providers": [\#($0)]}"# }),
      (try isolation(schema, "properties"), { #"{"isolation": \#($0)}"# }),
      (try isolation(schema, "properties", "limits", "properties"), { #"{"isolation": {"limits": \#($0)}}"# }),
      (try isolation(schema, "properties", "needs", "properties"), { #"{"isolation": {"needs": \#($0)}}"# }),
    ]
    for (members, wrap) in places {
      // The reader's error for an unknown member lists the known ones.
      let error = #expect(throws: RunConfigError.self) { try RunConfigReader.read(Array(wrap(#"{"?": 1}"#).utf8), file: "f", folder: "") }
      let known = try #require(error?.reason.split(separator: "known are ").last).split(separator: ", ").map(String.init)
      #expect(Set(known) == Set(members.keys))
    }
    #expect(Set(try object(schema, "$defs", "deadlines", "properties").keys) == Set(Deadline.allCases.map(\.rawValue)))
  }

  @Test("The examples of docs/run.md are configurations")
  func examples() throws {
    let page = try String(contentsOf: docs.appendingPathComponent("run.md"), encoding: .utf8)
    let names = try page.split(separator: "```json\n").dropFirst().map { rest in
      let example = try #require(rest.split(separator: "```").first)
      return try RunConfigReader.read(Array(example.utf8), file: "run.md", folder: "").accounts?.map(\.name)
    }
    #expect(names == [["desk", "door"], ["desk", "door", "lab"]])
  }

  @Test("docs/run.md mentions every command and every event")
  func words() throws {
    let page = try String(contentsOf: docs.appendingPathComponent("run.md"), encoding: .utf8)
    for word in RunCommand.all.map(\.word) + EventName.allCases.map(\.rawValue) { #expect(page.contains("`\(word)"), "\(word)") }
  }
}
