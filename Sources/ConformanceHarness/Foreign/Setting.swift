package import StrictJSON

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
      return next.filter { (low...max(low, high)).contains($0) }.map { .integer($0) }
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
