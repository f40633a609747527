internal import FoundationEssentials

/// A JSON value of any shape.
///
/// A configuration is first parsed into it and then read member by member, so that each error can name its place.
indirect enum JSONTree: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let members = try Self.container({ try decoder.container(keyedBy: Name.self) }) {
      var object: [String: JSONTree] = [:]
      // In a fixed order, so that the first of several errors is always the same.
      for name in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        object[name.stringValue] = try members.decode(JSONTree.self, forKey: name)
      }
      self = .object(object)
    } else if var items = try Self.container({ try decoder.unkeyedContainer() }) {
      var array: [JSONTree] = []
      while !items.isAtEnd { array.append(try items.decode(JSONTree.self)) }
      self = .array(array)
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let bool = try? value.decode(Bool.self) {
        self = .bool(bool)
      } else if let integer = try? value.decode(Int64.self) {
        self = .integer(integer)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .string(try value.decode(String.self))
      }
    }
  }

  /// Opens a container; nil when the value is of another kind.
  ///
  /// - Throws: an error in the JSON text.
  private static func container<Container>(_ open: () throws -> Container) throws -> Container? {
    do {
      return try open()
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      return nil
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .number(let number): try value.encode(number)
    case .string(let string): try value.encode(string)
    case .array(let items): try value.encode(items)
    case .object(let members): try value.encode(members)
    }
  }

  /// The kind of value, for an error message.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Parses a JSON text.
  static func read(_ text: [UInt8]) throws -> JSONTree { try JSONDecoder().decode(JSONTree.self, from: Data(text)) }

  /// The value as JSON text, members in alphabetical order.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A value that came from JSON text can be encoded again.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
