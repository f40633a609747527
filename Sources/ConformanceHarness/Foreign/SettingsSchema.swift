package import StrictJSON

/// The part of a plugin's schema from which tests make configurations.
package struct SettingsSchema {
  /// The settings, in their order.
  package let settings: [Setting]
  /// True if settings that the schema does not name are errors.
  package let isClosed: Bool
  /// Whole configurations that it gives as examples.
  package let examples: [JSONValue]

  /// Reads a schema.
  /// - Throws: `TestFailure` if the text is none.
  package init(_ text: String) throws {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(Array(text.utf8))
    } catch {
      throw TestFailure("config.schema answered text that is not JSON: \(error.reason), in line \(error.line), column \(error.column)")
    }
    guard case .object = value else { throw TestFailure("config.schema answered \(value.kind), should be an object") }
    guard value["type"]?.string == "object" || value["properties"] != nil else {
      throw TestFailure("config.schema answered a schema that has neither \"type\": \"object\" nor \"properties\"")
    }
    guard case .object(let members) = value["properties"] ?? .object([]) else {
      throw TestFailure("config.schema answered a schema whose \"properties\" are not an object")
    }
    settings = members.map { Setting(name: $0.name, rules: $0.value) }
    isClosed = value["additionalProperties"] == .bool(false)
    examples = value["examples"]?.array ?? []
  }

  /// Returns the defaults, replaced by the members of `base`, such as the ports of the run, which a schema cannot know.
  package func defaults(under base: [JSONValue.Member]) -> [JSONValue.Member] {
    settings.compactMap { setting in
      base.first { $0.name == setting.name } ?? setting.rules["default"].map { .init(name: setting.name, value: $0) }
    }
  }
}

/// A plugin's setting, from its schema.
package struct Setting {
  package let name: String
  /// The setting's part of the schema.
  package let rules: JSONValue

  /// True if its value is the name of a secret.
  package var isSecret: Bool { rules["format"]?.string == "hookswitch-secret" }

  private var type: String? { rules["type"]?.string }

  /// Returns an allowed value other than `current` (nil: the default), or nil if the kit finds none.
  package func another(than current: JSONValue?) -> JSONValue? {
    let current = current ?? rules["default"]
    return candidates(near: current).first { $0 != current }
  }

  private func candidates(near current: JSONValue?) -> [JSONValue] {
    if let choices = rules["enum"]?.array { return choices }
    switch type {
    case "boolean": return [.bool(true), .bool(false)]
    case "integer":
      let low = rules["minimum"]?.integer ?? 0
      let high = rules["maximum"]?.integer ?? low + 8
      // The adjacent value: a distant one may conflict with other settings in ways that a schema cannot express.
      let next = current?.integer.map { [$0 + 1, $0 - 1] } ?? [high - 1, high]
      // Its author's examples come first: they are known to fit the other settings.
      return (rules["examples"]?.array ?? []) + next.filter { (low...max(low, high)).contains($0) }.map { .integer($0) }
    case "string" where rules["pattern"] == nil && rules["format"] == nil:
      let length = rules["maxLength"]?.integer ?? 12
      guard length > 0, rules["minLength"]?.integer ?? 0 <= min(length, 9) else { return [] }
      return [.string(String("conformed".prefix(length))), .string("k")]
    default: return []
    }
  }

  /// Values that the rules forbid.
  package var forbidden: [JSONValue] {
    switch type {
    case "boolean": [.string("perhaps"), .number(7)]
    case "integer": [.string("many"), .number(0.5), .array([])] + outOfRange
    case "number": [.string("many"), .array([])]
    case "string": [.number(7), .bool(true), .object([])] + tooLong
    case "array": [.number(7), .string("many")]
    case "object": [.number(7), .array([])]
    default: []
    }
  }

  private var outOfRange: [JSONValue] {
    [rules["minimum"]?.integer.map { $0 - 1 }, rules["maximum"]?.integer.map { $0 + 1 }].compactMap { $0.map { .integer($0) } }
  }

  private var tooLong: [JSONValue] {
    guard let length = rules["maxLength"]?.integer, length < 60_000 else { return [] }
    return [.string(String(repeating: "5", count: length + 1))]
  }
}
