/// A JSON value with its position in the text, for error messages about values.
package struct JSONNode: Sendable {
  /// The content of a value.
  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// One member of an object; an object keeps the order of its text.
  package struct Member: Sendable {
    package let name: String
    /// The offset of the first byte of its name.
    package let offset: Int
    package let node: JSONNode
  }

  package let value: Value
  /// The offset of its first byte.
  package let offset: Int

  /// The value without positions.
  package var plain: JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .array(let items): .array(items.map(\.plain))
    case .object(let members): .object(members.map { JSONValue.Member(name: $0.name, value: $0.node.plain) })
    }
  }

  /// The kind of value, for an error message.
  package var kind: String {
    switch value {
    case .array: JSONValue.array([]).kind
    case .object: JSONValue.object([]).kind
    case .null, .bool, .number, .string: plain.kind
    }
  }
}

/// Converts offsets in a text to line and column.
package struct LineTable {
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    self.starts = starts
  }

  /// Returns line and column of a byte, both from 1.
  package func place(of offset: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }
}
