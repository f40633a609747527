/// A value that can be written as JSON.
package protocol JSONWritable: Sendable {
  /// Writes the value.
  func write(to writer: inout JSONWriter)
}

extension JSONWritable {
  /// Returns the value as compact JSON text in UTF-8.
  ///
  /// - Parameter capacity: the number of bytes for which the buffer is made.
  package func jsonText(capacity: Int = 0) -> [UInt8] {
    var writer = JSONWriter(capacity: capacity)
    write(to: &writer)
    return writer.bytes
  }
}

// Members of objects; one without a value is left out.
extension JSONWriter {
  /// Writes a member with a text.
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    self.name(fixed: name)
    string(text)
  }

  /// Writes a member that is true or false.
  package mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(fixed: name)
    bool(value)
  }

  /// Writes a member with a number.
  package mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    self.name(fixed: name)
    self.number(JSONNumber(number))
  }

  /// Writes a member with a number.
  package mutating func member(_ name: StaticString, _ number: UInt64?) {
    guard let number else { return }
    self.name(fixed: name)
    self.number(JSONNumber(number))
  }

  /// Writes a member of another type.
  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
    guard let value else { return }
    self.name(fixed: name)
    value.write(to: &self)
  }

  /// Writes a member with an array.
  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, list values: [some JSONWritable]) {
    self.name(fixed: name)
    array { writer in for value in values { value.write(to: &writer) } }
  }
}

extension JSONValue: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let number): writer.number(number)
    case .string(let text): writer.string(text)
    case .array(let items): writer.array { writer in for item in items { item.write(to: &writer) } }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.name(member.name)
          member.value.write(to: &writer)
        }
      }
    }
  }
}
