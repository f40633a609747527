internal import TransportLoader

extension JSONValue {
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// Returns a member of an object; nil when it has none of that name, or is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var integer: Int? {
    guard case .number(let number) = self else { return nil }
    return Int(exactly: number)
  }

  var array: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  var strings: [String]? { array?.compactMap(\.string) }

  /// Returns the value as JSON text on several lines, with members in their order.
  func pretty(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .array(let items) where !items.isEmpty:
      return "[\n" + items.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(JSONValue.quote($0.name)): \($0.value.pretty(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return text
    }
  }
}
