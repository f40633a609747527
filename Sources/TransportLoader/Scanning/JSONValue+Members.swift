/// Reads JSON that this module wrote itself: unexpected values give nil.
extension JSONValue {
  /// An object with the members that have a value.
  static func object(of members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  /// A list of strings.
  static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The member of an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var count: UInt32? {
    guard case .number(let number) = self else { return nil }
    return UInt32(exactly: number)
  }

  var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var items: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  var strings: [String]? {
    guard let items else { return nil }
    let texts = items.compactMap(\.stringValue)
    return texts.count == items.count ? texts : nil
  }
}
