import Foundation
import HostConfiguration
import HostDoors
import StrictJSON
import Testing

@testable import HookswitchCLI

@Suite("docs/config.schema.json") struct ConfigSchemaTests {
  private static let docs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs").standardized

  private static func schema(_ name: String) throws -> [String: Any] {
    let file = docs.appendingPathComponent(name)
    return try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any], "\(name)")
  }

  /// Returns the members of an object in a schema's file.
  private static func members(_ part: String, of name: String) throws -> [JSONValue.Member] {
    let value = try JSONReader.read(Array(Data(contentsOf: docs.appendingPathComponent(name))))
    guard case .object(let members)? = value[part] else { return [] }
    return members
  }

  private static func object(_ value: Any?, _ path: String...) throws -> [String: Any] {
    try path.reduce(try #require(value as? [String: Any])) { try #require($0[$1] as? [String: Any], "\($1)") }
  }

  @Test("The schema has all of run's, and the members that only a daemon has") func members() throws {
    for part in ["properties", "$defs"] {
      let run = try Self.members(part, of: "run-config.schema.json")
      let daemon = try Self.members(part, of: "config.schema.json")
      #expect(!run.isEmpty)
      for member in run { #expect(daemon.contains(member), "\(part): \(member.name)") }
      let others = daemon.map(\.name).filter { name in !run.contains { $0.name == name } }
      #expect(others.sorted() == (part == "properties" ? DaemonConfig.members.sorted() : ["rate"]))
    }
  }

  @Test(
    "The schema has the members that the reader knows",
    arguments: [
      "directories[]", "access", "access.grants[]", "desktop", "socket", "socket.limits", "socket.limits.otherRate", "bus", "console",
      "cluster", "store", "log",
    ])
  func known(_ place: String) throws {
    let schema = try Self.schema("config.schema.json")
    var (found, text) = (schema, #"{"?": 1}"#)
    for part in place.split(separator: ".") {
      let isArray = part.hasSuffix("[]")
      let member = isArray ? String(part.dropLast(2)) : String(part)
      found = try Self.object(found, "properties", member)
      if isArray { found = try Self.object(found, "items") }
      if found["$ref"] as? String == "#/$defs/rate" { found = try Self.object(schema, "$defs", "rate") }
    }
    for part in place.split(separator: ".").reversed() {
      text = part.hasSuffix("[]") ? "{\"\(part.dropLast(2))\": [\(text)]}" : "{\"\(part)\": \(text)}"
    }
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(text, to: "c.json").path
    // The reader's error for an unknown member lists the known ones.
    let error = try #require(throws: RunConfigError.self) { try DaemonConfig.read(file: file) }
    let known = try #require(error.reason.split(separator: "known are ").last).split(separator: ", ").map(String.init)
    #expect(Set(known) == Set(try Self.object(found, "properties").keys), "\(error)")
  }

  @Test("The schema has the ranges and defaults of the socket's limits") func limits() throws {
    let members = try Self.object(try Self.schema("config.schema.json"), "properties", "socket", "properties", "limits", "properties")
    for (name, range, place) in DoorLimits.counts {
      let limit = try Self.object(members, name)
      #expect(limit["minimum"] as? Int == Int(range.lowerBound) && limit["maximum"] as? Int == Int(range.upperBound), "\(name)")
      #expect(limit["default"] as? Int == DoorLimits()[keyPath: place], "\(name)")
      #expect(range.contains(Int64(DoorLimits()[keyPath: place])), "\(name)")
    }
    let rate = try Self.object(try Self.schema("config.schema.json"), "$defs", "rate", "properties", "burst")
    #expect(rate["maximum"] as? Int == Int(DoorLimits.rateRange.upperBound))
  }
}
