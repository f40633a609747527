/// A JSON value with its position in the text, for error messages.
struct JSONNode: Sendable {
  /// The content of a value.
  enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// One member of an object; an object keeps the order of its text.
  struct Member: Sendable {
    var name: String
    /// The offset of its name.
    var offset: Int
    var node: JSONNode
  }

  var value: Value
  /// The offset of its first byte.
  var offset: Int

  /// The kind of the value, for error messages.
  var kind: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
