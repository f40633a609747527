/// A JSON value: as much of JSON as configurations need, so that no plugin has to load Foundation for it.
package enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads one JSON text.
  ///
  /// - Throws: What is wrong, and at which line and column.
  package init(parsing text: String) throws(TransportError) {
    var parser = JSONParser(text)
    self = try parser.document()
  }

  /// The text as a JSON string, quotes and all.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1f}":
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
