import Foundation
import Testing

/// The texts about settings in several places must agree.
@Suite("The settings of SIP")
struct SettingsTextsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

  private static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static func manifest() throws -> [String: Any] {
    try #require(try object(text("Plugins/SIP/sip.transport.json"))["config-schema"] as? [String: Any])
  }

  @Test("are the same in the manifest and in the plugin")
  func manifestIsTrue() throws {
    let source = try Self.text("Plugins/SIP/Account/Settings+Schema.swift")
    let parts = source.components(separatedBy: "#\"\"\"\n")
    let schema = try #require(parts.last?.components(separatedBy: "\n    \"\"\"#").first)
    #expect(try Self.sorted(Self.object(schema)) == Self.sorted(Self.manifest()))
  }

  private static func sorted(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .prettyPrinted]), as: UTF8.self)
  }

  @Test("are all in the schema, and the schema has no others")
  func schemaIsWhole() throws {
    let settings = try #require(try Self.manifest()["properties"] as? [String: Any])
    var read: Set<String> = []
    for file in ["Account/Settings.swift", "Session/SoundSettings.swift"] {
      let source = try Self.text("Plugins/SIP/" + file)
      read.formUnion(source.matches(of: /(?:configuration\.[a-z]+|Self\.line)\("([a-z-]+)"/).map { String($0.1) })
    }
    #expect(read == Set(settings.keys))
  }

  @Test("are all in the manual, with their defaults and ranges")
  func manualIsTrue() throws {
    let settings = try #require(try Self.manifest()["properties"] as? [String: [String: Any]])
    var rows: [String: String] = [:]
    let manual = try Self.text("docs/sip.md")
    let chapter = try #require(manual.components(separatedBy: "\n## Configuration\n").last?.components(separatedBy: "\n## ").first)
    for line in chapter.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[0].hasPrefix("`") else { continue }
      let names = cells[0].matches(of: /`([a-z-]+)`/).map { String($0.1) }
      let (usual, range) = Self.halves(cells[2])
      let each = names.count > 1 && usual.contains(", ") && !usual.hasPrefix("`") ? usual.components(separatedBy: ", ") : []
      for (index, name) in names.enumerated() { rows[name] = (each.isEmpty ? usual : each[index]) + range }
    }
    #expect(Set(rows.keys) == Set(settings.keys))
    for (name, rules) in settings {
      let row = try #require(rows[name])
      switch rules["default"] {
      case let usual as Int where rules["type"] as? String == "integer" && rules["enum"] == nil:
        let (low, high) = (rules["minimum"] as? Int ?? 0, rules["maximum"] as? Int ?? 0)
        #expect(row.hasPrefix("\(usual);") || row == "\(usual)", "\(name): \(row)")
        #expect(row.contains("; \(low) to \(high)") || name.hasSuffix("-media-port"), "\(name): \(row)")
      case let usual as Bool where rules["type"] as? String == "boolean": #expect(row == "\(usual)", "\(name): \(row)")
      case let usual as Int: #expect(row == "\(usual)", "\(name): \(row)")
      case let usual as String where !usual.isEmpty: #expect(row == usual, "\(name): \(row)")
      case let usual as [String] where !usual.isEmpty:
        #expect(row == "`[" + usual.map { "\"\($0)\"" }.joined(separator: ", ") + "]`", "\(name): \(row)")
      default: #expect(!row.isEmpty, "\(name)")
      }
    }
  }

  /// Splits a cell into the default and, after a semicolon, the range.
  private static func halves(_ cell: String) -> (usual: String, range: String) {
    guard let end = cell.firstRange(of: "; ") else { return (cell, "") }
    return (String(cell[..<end.lowerBound]), String(cell[end.lowerBound...]))
  }
}
