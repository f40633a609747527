/// Reads one JSON text (RFC 8259) strictly: it refuses each text that two readers might understand in two ways.
///
/// There are no comments, no trailing commas, no member twice, no leading zeros, no lone surrogates, no byte order mark, no encoding but
/// UTF-8, and nothing after the value. Two names that differ only in their Unicode normalization count as one name twice, since a
/// dictionary of Swift cannot hold both.
package struct JSONReader {
  let bytes: [UInt8]
  let limits: JSONLimits
  var at = 0

  /// Reads `bytes` as one value, surrounded only by white space.
  package static func read(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) -> JSONValue {
    try readNode(bytes, limits: limits).plain
  }

  /// Reads `bytes` as one value with all positions, surrounded only by white space.
  package static func readNode(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) -> JSONNode {
    var reader = JSONReader(bytes: bytes, limits: limits)
    guard bytes.count <= limits.size else {
      throw reader.error("the text has \(bytes.count) bytes, more than \(limits.size)")
    }
    reader.skipSpace()
    let node = try reader.node(depth: 0)
    reader.skipSpace()
    guard reader.at == bytes.count else { throw reader.error("text after the end of the value") }
    return node
  }

  private init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  // MARK: Bytes

  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// Consumes the next byte if it is this one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  func error(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
    let offset = offset ?? at
    let (line, column) = LineTable(bytes).place(of: offset)
    return JSONSyntaxError(offset: offset, line: line, column: column, reason: reason)
  }

  // MARK: Values

  private mutating func node(depth: Int) throws(JSONSyntaxError) -> JSONNode {
    let offset = at
    return JSONNode(value: try value(depth: depth), offset: offset)
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONNode.Value {
    guard let byte = next else { throw error("the text ends where a value should be") }
    switch byte {
    case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try items(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw error("this is not a JSON value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONNode.Value) throws(JSONSyntaxError) -> JSONNode.Value {
    guard word.withUTF8Buffer({ bytes[at...].starts(with: $0) }) else { throw error("this is not a JSON value") }
    at += word.utf8CodeUnitCount
    return value
  }

  private mutating func members(depth: Int) throws(JSONSyntaxError) -> [JSONNode.Member] {
    try enter(depth)
    var members: [JSONNode.Member] = []
    var names: Set<String> = []
    if take(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      let offset = at
      guard next == UInt8(ascii: "\"") else { throw error("a member's name in quotes should be here") }
      guard members.count < limits.members else { throw error("an object with more than \(limits.members) members") }
      let name = try string()
      guard names.insert(name).inserted else { throw error("the member \"\(name)\" is here twice", at: offset) }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon should be here") }
      skipSpace()
      members.append(JSONNode.Member(name: name, offset: offset, node: try node(depth: depth)))
    } while try another(before: UInt8(ascii: "}"))
    return members
  }

  private mutating func items(depth: Int) throws(JSONSyntaxError) -> [JSONNode] {
    try enter(depth)
    var items: [JSONNode] = []
    if take(UInt8(ascii: "]")) { return items }
    repeat {
      skipSpace()
      items.append(try node(depth: depth))
    } while try another(before: UInt8(ascii: "]"))
    return items
  }

  /// Consumes an opening bracket.
  private mutating func enter(_ depth: Int) throws(JSONSyntaxError) {
    guard depth <= limits.depth else { throw error("nested more than \(limits.depth) deep") }
    at += 1
    skipSpace()
  }

  /// Consumes a comma and returns true, or `closing` and returns false.
  private mutating func another(before closing: UInt8) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    if take(UInt8(ascii: ",")) { return true }
    if take(closing) { return false }
    throw error("a comma or `\(Character(Unicode.Scalar(closing)))` should be here")
  }

  // MARK: Numbers

  private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
    let start = at
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isWhole, let number = Int64(text) { return JSONNumber(number) }
    if isWhole, let number = UInt64(text) { return JSONNumber(unsigned: number) }
    guard let number = Double(text), number.isFinite else { throw error("the number is too large", at: start) }
    return JSONNumber(number)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = at
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    if at == start { throw error("a digit should be here") }
  }
}

/// The limits on a JSON text, which the reader checks before it uses memory for more.
package struct JSONLimits: Sendable {
  /// The deepest nesting of arrays and objects.
  package var depth: Int
  /// The largest number of bytes.
  package var size: Int
  /// The largest number of members of one object.
  package var members: Int
  /// False when a string with a NUL is an error, because C code would cut it off there.
  package var allowsNUL: Bool

  package init(depth: Int = 32, size: Int = .max, members: Int = .max, allowsNUL: Bool = true) {
    self.depth = depth
    self.size = size
    self.members = members
    self.allowsNUL = allowsNUL
  }
}

/// The place and reason of a JSON syntax error.
package struct JSONSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The offset of the offending byte, from 0.
  package let offset: Int
  /// The line, from 1.
  package let line: Int
  /// The column in bytes, from 1.
  package let column: Int
  package let reason: String

  /// The place and the reason, for a message that names the file before.
  package var description: String { "line \(line), column \(column): \(reason)" }
}
