// Codable values as JSON, in the form of Foundation's coders: a key is a member, and a value that encodes nothing is an empty object.
//
// One use of Foundation's own coders links all of FoundationEssentials, 6 MB of machine code, into the C library.

extension JSONValue {
  /// Encodes a value; the members of objects have the order in which the value encodes them.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, and the errors of the value itself.
  package init(encoding value: some Encodable) throws {
    self = try JSONSlot.value(of: value, at: [])
  }
}

/// The place of one value that is being encoded.
private final class JSONSlot {
  private enum Content {
    case value(JSONValue)
    case members([(name: String, slot: JSONSlot)])
    case items([JSONSlot])
  }

  private var content = Content.value(.object([]))

  init() {}

  init(_ value: JSONValue) {
    content = .value(value)
  }

  func put(_ value: JSONValue) { content = .value(value) }

  func beginMembers() {
    if case .members = content { return }
    content = .members([])
  }

  func beginItems() {
    if case .items = content { return }
    content = .items([])
  }

  /// The number of items so far.
  var count: Int {
    guard case .items(let items) = content else { return 0 }
    return items.count
  }

  /// Adds a member; a second value of one name replaces the first.
  func add(_ name: String, _ slot: JSONSlot) {
    guard case .members(var members) = content else { return }
    content = .items([])
    if let index = members.firstIndex(where: { $0.name == name }) { members[index].slot = slot } else { members.append((name, slot)) }
    content = .members(members)
  }

  func add(_ slot: JSONSlot) {
    guard case .items(var items) = content else { return }
    content = .members([])
    items.append(slot)
    content = .items(items)
  }

  var value: JSONValue {
    switch content {
    case .value(let value): value
    case .members(let members): .object(members.map { JSONValue.Member(name: $0.name, value: $0.slot.value) })
    case .items(let items): .array(items.map(\.value))
    }
  }

  /// Encodes a value; the commonest types need no container.
  static func value<Value: Encodable>(of value: Value, at path: @autoclosure () -> [any CodingKey]) throws -> JSONValue {
    switch value {
    case let text as String where Value.self == String.self: return .string(text)
    case let flag as Bool where Value.self == Bool.self: return .bool(flag)
    case let number as Int where Value.self == Int.self: return .integer(number)
    default: break
    }
    let slot = JSONSlot()
    try value.encode(to: JSONSlotEncoder(slot: slot, codingPath: path()))
    return slot.value
  }
}

private struct JSONSlotEncoder: Encoder {
  let slot: JSONSlot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(JSONMemberSlots<Key>(slot, codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONItemSlots(slot, codingPath) }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONSlotEncoder: SingleValueEncodingContainer {
  func encodeNil() { slot.put(.null) }
  func encode(_ value: Bool) { slot.put(.bool(value)) }
  func encode(_ value: String) { slot.put(.string(value)) }
  func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) { slot.put(.integer(value)) }
  func encode(_ value: UInt64) { slot.put(.number(JSONNumber(unsigned: value))) }

  func encode(_ value: Double) throws {
    guard value.isFinite else {
      let context = EncodingError.Context(codingPath: codingPath, debugDescription: "JSON has no word for \(value)")
      throw EncodingError.invalidValue(value, context)
    }
    slot.put(.number(JSONNumber(value)))
  }

  // By its text, which is shorter than that of the nearest double.
  func encode(_ value: Float) throws { try encode(Double(value.description) ?? Double(value)) }

  func encode<Value: Encodable>(_ value: Value) throws { slot.put(try JSONSlot.value(of: value, at: codingPath)) }
}

private struct JSONMemberSlots<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let slot: JSONSlot
  let codingPath: [any CodingKey]

  init(_ slot: JSONSlot, _ codingPath: [any CodingKey]) {
    slot.beginMembers()
    (self.slot, self.codingPath) = (slot, codingPath)
  }

  func encodeNil(forKey key: Key) { slot.add(key.stringValue, JSONSlot(.null)) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    slot.add(key.stringValue, JSONSlot(try JSONSlot.value(of: value, at: codingPath + [key])))
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(JSONMemberSlots<Nested>(inner(key), codingPath + [key]))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { JSONItemSlots(inner(key), codingPath + [key]) }

  func superEncoder() -> any Encoder {
    let key = JSONKey(stringValue: "super")
    return JSONSlotEncoder(slot: inner(key), codingPath: codingPath + [key])
  }

  func superEncoder(forKey key: Key) -> any Encoder { JSONSlotEncoder(slot: inner(key), codingPath: codingPath + [key]) }

  private func inner(_ key: some CodingKey) -> JSONSlot {
    let inner = JSONSlot()
    slot.add(key.stringValue, inner)
    return inner
  }
}

private struct JSONItemSlots: UnkeyedEncodingContainer {
  private let slot: JSONSlot
  let codingPath: [any CodingKey]

  init(_ slot: JSONSlot, _ codingPath: [any CodingKey]) {
    slot.beginItems()
    (self.slot, self.codingPath) = (slot, codingPath)
  }

  var count: Int { slot.count }

  func encodeNil() { slot.add(JSONSlot(.null)) }
  func encode<Value: Encodable>(_ value: Value) throws { slot.add(JSONSlot(try JSONSlot.value(of: value, at: place))) }

  func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    let path = place
    return KeyedEncodingContainer(JSONMemberSlots<Nested>(inner(), path))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let path = place
    return JSONItemSlots(inner(), path)
  }

  func superEncoder() -> any Encoder {
    let path = place
    return JSONSlotEncoder(slot: inner(), codingPath: path)
  }

  /// The path of the next item.
  private var place: [any CodingKey] { codingPath + [JSONKey(intValue: count)] }

  private func inner() -> JSONSlot {
    let inner = JSONSlot()
    slot.add(inner)
    return inner
  }
}

/// A member's name or an item's index in the path of an error.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    (self.stringValue, intValue) = (stringValue, nil)
  }

  init(intValue: Int) {
    (stringValue, self.intValue) = ("Index \(intValue)", intValue)
  }
}
