/// A JSON value, with the members of objects in their order.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The kind of value, for an error message.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  // MARK: Making values

  /// A whole number.
  package static func integer(_ number: some BinaryInteger) -> JSONValue { .number(JSONNumber(number)) }

  /// An array of strings.
  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// An object with the members that have a value, in this order.
  package static func object(of members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  // MARK: Looking into values

  /// The value of an object's member; nil when the object has none of that name, or the value is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string; nil for any other value.
  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The items of an array; nil for any other value.
  package var array: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  /// The texts of an array that has only strings; nil for any other value.
  package var strings: [String]? {
    guard let items = array else { return nil }
    let texts = items.compactMap(\.string)
    return texts.count == items.count ? texts : nil
  }

  /// A whole number; nil for any other value.
  package var integer: Int? {
    guard case .number(let number) = self else { return nil }
    return Int(exactly: number)
  }
}

/// A number of a JSON text: exact when it is a whole number of 64 bits, else the nearest double.
///
/// A double alone would round counters and identifiers above 2^53.
package struct JSONNumber: Sendable {
  /// A number below 2^63 has one form: `other` is never a whole number of 64 bits.
  private enum Form: Sendable {
    case whole(Int64)
    /// A whole number above `Int64.max`, which equals the double nearest to it.
    case large(UInt64)
    case other(Double)
  }

  private let form: Form

  /// Creates a whole number; one that needs more than 64 bits is rounded.
  package init(_ number: some BinaryInteger) {
    form = Int64(exactly: number).map(Form.whole) ?? .other(Double(number))
  }

  /// Creates a whole number without rounding.
  package init(unsigned number: UInt64) {
    form = Int64(exactly: number).map(Form.whole) ?? .large(number)
  }

  package init(_ number: Double) {
    form = Int64(exactly: number).map(Form.whole) ?? .other(number)
  }

  /// The number as a double; a whole number above 2^53 is rounded.
  package var double: Double {
    switch form {
    case .whole(let number): Double(number)
    case .large(let number): Double(number)
    case .other(let number): number
    }
  }

  /// Returns the number as an integer; nil when it is not whole or out of range.
  fileprivate func exactly<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    switch form {
    case .whole(let number): Number(exactly: number)
    case .large(let number): Number(exactly: number)
    case .other: nil
    }
  }
}

extension JSONNumber: Equatable {
  package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    switch (left.form, right.form) {
    case (.whole(let left), .whole(let right)): left == right
    case (.whole, _), (_, .whole): false
    default: left.double == right.double
    }
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  package init(integerLiteral number: Int64) { self.init(number) }
  package init(floatLiteral number: Double) { self.init(number) }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as JSON text.
  package var description: String {
    switch form {
    case .whole(let number): "\(number)"
    case .large(let number): "\(number)"
    case .other(let number): "\(number)"
    }
  }
}

extension FixedWidthInteger {
  /// Creates an integer from a JSON number; nil when the number is not whole or out of range.
  package init?(exactly number: JSONNumber) {
    guard let number = number.exactly(Self.self) else { return nil }
    self = number
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral number: Int64) { self = .integer(number) }
}
