// The texts of values: members stay in their order, so that one value always has one text.
extension JSONValue {
  /// The value as compact JSON text.
  package var text: String { String(decoding: jsonText(), as: UTF8.self) }

  /// The value with the members of each object in alphabetical order.
  package var sorted: JSONValue {
    switch self {
    case .array(let items): .array(items.map(\.sorted))
    case .object(let members):
      .object(members.map { Member(name: $0.name, value: $0.value.sorted) }.sorted { $0.name < $1.name })
    case .null, .bool, .number, .string: self
    }
  }

  /// Returns the value as JSON text on several lines.
  package func pretty(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .array(let items) where !items.isEmpty:
      return "[\n" + items.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(Self.quote($0.name)): \($0.value.pretty(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return text
    }
  }

  /// Returns a text as a JSON string, with its quotes.
  package static func quote(_ text: String) -> String { JSONValue.string(text).text }
}
