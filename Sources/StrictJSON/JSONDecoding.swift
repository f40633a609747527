extension JSONValue {
  /// Decodes a value that was encoded as JSON by `init(encoding:)` or by Foundation's encoder.
  ///
  /// - Throws: `DecodingError` with the place, and the errors of the value itself.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONPlace(value: self, codingPath: []).decode(type)
  }
}

/// A value in a JSON text, and the path to it.
private struct JSONPlace {
  let value: JSONValue
  let codingPath: [any CodingKey]

  /// Returns the error for a value of another type.
  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "\(expected) should be here, and it is \(value.kind)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension JSONPlace: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: Any].self, "an object") }
    return KeyedDecodingContainer(JSONMembers<Key>(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = value else { throw mismatch([Any].self, "an array") }
    return JSONItems(items: items, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONPlace: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let flag) = value else { throw mismatch(type, "true or false") }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value else { throw mismatch(type, "a string") }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let number) = value else { throw mismatch(type, "a number") }
    return number.double
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard case .number(let number) = value else { throw mismatch(type, "a number") }
    return Float(number.double)
  }

  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
    guard case .number(let number) = value else { throw mismatch(type, "a number") }
    guard let whole = Number(exactly: number) else {
      let words = "\(number) is not a whole number from \(Number.min) to \(Number.max)"
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: words))
    }
    return whole
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // The commonest types need no container.
    if Value.self == String.self, case .string(let text) = value, let text = text as? Value { return text }
    return try Value(from: self)
  }
}

private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [JSONValue.Member]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

  private func value(_ key: some CodingKey) -> JSONValue? { members.first { $0.name == key.stringValue }?.value }

  private func place(_ key: some CodingKey) throws -> JSONPlace {
    guard let value = value(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "there is no member \"\(key.stringValue)\""))
    }
    return JSONPlace(value: value, codingPath: codingPath + [key])
  }

  func contains(_ key: Key) -> Bool { value(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try place(key).decodeNil() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try place(key).decode(type) }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
    try place(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try place(key).unkeyedContainer() }
  func superDecoder() throws -> any Decoder { try place(JSONKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try place(key) }
}

private struct JSONItems: UnkeyedDecodingContainer {
  let items: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(items: [JSONValue], codingPath: [any CodingKey]) {
    (self.items, self.codingPath) = (items, codingPath)
  }

  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex >= items.count }

  /// Decodes the next item; the place stays when that fails.
  private mutating func next<Value>(_ type: Any.Type, _ decode: (JSONPlace) throws -> Value) throws -> Value {
    let path = codingPath + [JSONKey(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(type, DecodingError.Context(codingPath: path, debugDescription: "the array has no more items"))
    }
    let value = try decode(JSONPlace(value: items[currentIndex], codingPath: path))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, items[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type) { place in try place.decode(type) } }

  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next([String: Any].self) { place in try place.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { place in try place.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { $0 } }
}
