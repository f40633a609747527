/// A writer of one JSON value, as text or as a `JSONValue`.
///
/// A type describes its members once, in `JSONWritable.write(to:)`, and gets both forms from that. The writer is one type, not two behind
/// a protocol: a generic function of another module that is not inlinable is not specialized, and then takes several times as long.
package struct JSONWriter {
  private var text: JSONText
  /// The values; nil in a writer of text.
  private var tree: JSONTree?

  /// Creates a writer of text.
  ///
  /// - Parameter capacity: the number of bytes for which the buffer is made.
  package init(capacity: Int = 0) {
    text = JSONText(capacity: capacity)
  }

  fileprivate init(_ tree: JSONTree) {
    text = JSONText(capacity: 0)
    self.tree = tree
  }

  /// The text so far, in UTF-8; empty in a writer of values.
  package var bytes: [UInt8] { text.bytes }

  /// The value that was written; null in a writer of text.
  fileprivate var value: JSONValue { tree?.items.first ?? .null }

  /// Adds a byte after the value, such as the end of a line.
  package mutating func end(with byte: UInt8) { text.end(with: byte) }

  // MARK: Values

  /// Writes null.
  package mutating func null() {
    if tree != nil { tree?.put(.null) } else { text.word("null") }
  }

  /// Writes true or false.
  package mutating func bool(_ value: Bool) {
    if tree != nil { tree?.put(.bool(value)) } else { text.word(value ? "true" : "false") }
  }

  /// Writes a number; the text of one that is not finite is null, since JSON has no word for it.
  package mutating func number(_ number: JSONNumber) {
    if tree != nil { tree?.put(.number(number)) } else { text.number(number) }
  }

  /// Writes a string.
  package mutating func string(_ string: String) {
    if tree != nil { tree?.put(.string(string)) } else { text.string(string) }
  }

  /// Writes a string of ASCII characters that need no escape, such as a time, without a `String` in between.
  ///
  /// - Parameters:
  ///   - count: the number of characters.
  ///   - fill: sets each character of the place that it gets.
  package mutating func characters(_ count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    if tree != nil { tree?.put(.string(String(characters: count, fill))) } else { text.characters(count, fill) }
  }

  /// Writes an array.
  ///
  /// - Parameter items: writes the items, one after another.
  package mutating func array(_ items: (inout JSONWriter) -> Void) {
    guard tree != nil else {
      text.open(UInt8(ascii: "["))
      items(&self)
      return text.close(UInt8(ascii: "]"))
    }
    var inner = JSONWriter(JSONTree())
    items(&inner)
    tree?.put(.array(inner.tree?.items ?? []))
  }

  /// Writes an object.
  ///
  /// - Parameter members: writes each member, or its name and then its value.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    guard tree != nil else {
      text.open(UInt8(ascii: "{"))
      members(&self)
      return text.close(UInt8(ascii: "}"))
    }
    var inner = JSONWriter(JSONTree())
    members(&inner)
    tree?.put(.object(inner.tree?.members ?? []))
  }

  /// Writes the name of the member whose value follows.
  package mutating func name(_ name: String) {
    if tree != nil { tree?.name = name } else { text.name(name) }
  }

  /// Writes a name that is part of the program, whose characters need no escape.
  package mutating func name(fixed name: StaticString) {
    if tree != nil { tree?.name = name.description } else { text.name(fixed: name) }
  }

  /// Writes a value that may be there already.
  ///
  /// - Parameters:
  ///   - text: its text in UTF-8, for a writer of text.
  ///   - value: the value, for a writer of values.
  package mutating func either(text: () -> [UInt8], value: () -> JSONValue) {
    if tree != nil { tree?.put(value()) } else { self.text.whole(text()) }
  }
}

/// The values of one array or object under way.
private struct JSONTree {
  var items: [JSONValue] = []
  var members: [JSONValue.Member] = []
  /// The name of the member whose value is next.
  var name: String?

  mutating func put(_ value: JSONValue) {
    guard let name else { return items.append(value) }
    members.append(JSONValue.Member(name: name, value: value))
    self.name = nil
  }
}

extension String {
  /// Creates a string of ASCII characters.
  ///
  /// - Parameters:
  ///   - count: the number of characters.
  ///   - fill: sets each character of the place that it gets.
  package init(characters count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    self.init(unsafeUninitializedCapacity: count) { place in
      let characters = UnsafeMutableBufferPointer(rebasing: place[..<count])
      characters.initialize(repeating: UInt8(ascii: " "))
      fill(characters)
      return count
    }
  }
}

extension JSONValue {
  /// Creates the value of something that can be written.
  package init(writing value: some JSONWritable) {
    var writer = JSONWriter(JSONTree())
    value.write(to: &writer)
    self = writer.value
  }
}
