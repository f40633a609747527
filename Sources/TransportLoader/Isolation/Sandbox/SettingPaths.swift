internal import StrictJSON

/// The paths that the settings of an instance name, by the formats `path` and `write-path` of their schema.
struct SettingPaths: Hashable, Sendable {
  /// The paths to read.
  var reads: Set<String> = []
  /// The paths to read and write.
  var writes: Set<String> = []

  init() {}

  /// Finds the paths; there are none without a schema, or without settings.
  init(in configuration: String, schema: String?) {
    guard let schema, let rules = try? JSONReader.read(Array(schema.utf8)), let value = try? JSONReader.read(Array(configuration.utf8))
    else { return }
    var walk = Walk(root: rules)
    walk.follow(value, rules, depth: 0)
    self = walk.found
  }

  /// Adds the paths of another instance.
  mutating func add(_ other: SettingPaths) {
    reads.formUnion(other.reads)
    writes.formUnion(other.writes)
  }

  /// The first path of another instance, in order of their texts, that these do not have; nil when they have all.
  func lack(of other: SettingPaths) -> String? {
    other.reads.subtracting(reads).subtracting(writes).union(other.writes.subtracting(writes)).min()
  }

  /// A walk through settings beside the rules of their schema.
  private struct Walk {
    /// The schema is as deep as it likes, and may refer to itself; settings are not deeper than this.
    private static let depth = 64

    let root: JSONValue
    var found = SettingPaths()

    mutating func follow(_ value: JSONValue, _ rules: JSONValue, depth: Int) {
      guard depth < Self.depth else { return }
      if let name = rules["$ref"]?.string, let target = definition(name) { follow(value, target, depth: depth + 1) }
      for choice in ["oneOf", "anyOf", "allOf"] { for rules in rules[choice]?.array ?? [] { follow(value, rules, depth: depth + 1) } }
      switch value {
      case .string(let text):
        guard !text.isEmpty else { return }
        if rules["format"]?.string == "path" { found.reads.insert(text) }
        if rules["format"]?.string == "write-path" { found.writes.insert(text) }
      case .array(let items):
        guard let rules = rules["items"] else { return }
        for item in items { follow(item, rules, depth: depth + 1) }
      case .object(let members):
        for member in members {
          guard let rules = rules["properties"]?[member.name] ?? rules["additionalProperties"] else { continue }
          follow(member.value, rules, depth: depth + 1)
        }
      default: return
      }
    }

    /// The rules that `#/$defs/NAME` names.
    private func definition(_ name: String) -> JSONValue? {
      let prefix = "#/$defs/"
      return name.hasPrefix(prefix) ? root["$defs"]?[String(name.dropFirst(prefix.count))] : nil
    }
  }
}
