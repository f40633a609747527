/// A JSON value together with where it stands in its text, so that whoever finds it wrong can say where it is.
struct JSONNode: Sendable {
  /// What it is.
  enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// One member of an object, in the order in which they were written.
  struct Member: Sendable {
    var name: String
    /// Where its name begins.
    var offset: Int
    var node: JSONNode
  }

  var value: Value
  /// Where its first byte is.
  var offset: Int

  /// What kind of value it is, in the words of an error message.
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
