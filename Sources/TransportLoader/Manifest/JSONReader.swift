/// Reads one JSON text (RFC 8259), strictly: no comments, no trailing commas, no member twice, no deeper than `maximumDepth`.
package struct JSONReader {
  /// The deepest nesting of arrays and objects.
  static let maximumDepth = 32

  private let bytes: [UInt8]
  private var at = 0

  /// Reads `bytes` as one value with only white space around it.
  package static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    reader.skipSpace()
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.at == bytes.count else { throw reader.error("text after the end of the value") }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private func error(_ reason: String, at place: Int? = nil) -> JSONSyntaxError {
    let before = bytes[..<min(place ?? at, bytes.count)]
    let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return JSONSyntaxError(line: line, column: before.count - start + 1, reason: reason)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard let byte = next else { throw error("the text ends where a value should be") }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw error("this is not a JSON value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    let end = at + word.utf8CodeUnitCount
    guard end <= bytes.count, word.withUTF8Buffer({ bytes[at..<end].elementsEqual($0) }) else {
      throw error("this is not a JSON value")
    }
    at = end
    return value
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth <= Self.maximumDepth else { throw error("nested more than \(Self.maximumDepth) deep") }
    at += 1
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      at += 1
      return .object(members)
    }
    while true {
      skipSpace()
      let place = at
      guard next == UInt8(ascii: "\"") else { throw error("a member's name in quotes should be here") }
      let name = try string()
      guard names.insert(name).inserted else { throw error("the member \"\(name)\" is here twice", at: place) }
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw error("a colon should be here") }
      at += 1
      skipSpace()
      members.append(.init(name: name, value: try value(depth: depth)))
      guard try another(closing: UInt8(ascii: "}")) else { return .object(members) }
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth <= Self.maximumDepth else { throw error("nested more than \(Self.maximumDepth) deep") }
    at += 1
    var items: [JSONValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      at += 1
      return .array(items)
    }
    while true {
      skipSpace()
      items.append(try value(depth: depth))
      guard try another(closing: UInt8(ascii: "]")) else { return .array(items) }
    }
  }

  /// Returns true after a comma, and false after `closing`.
  private mutating func another(closing: UInt8) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    switch next {
    case UInt8(ascii: ","):
      at += 1
      return true
    case closing:
      at += 1
      return false
    default: throw error("a comma or `\(Character(Unicode.Scalar(closing)))` should be here")
    }
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = at
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    if next == UInt8(ascii: "-") { at += 1 }
    guard isDigit(next) else { throw error("a digit should be here") }
    if next == UInt8(ascii: "0") { at += 1 } else { while isDigit(next) { at += 1 } }
    if next == UInt8(ascii: ".") {
      at += 1
      guard isDigit(next) else { throw error("a digit should be here") }
      while isDigit(next) { at += 1 }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      guard isDigit(next) else { throw error("a digit should be here") }
      while isDigit(next) { at += 1 }
    }
    guard let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)), value.isFinite else {
      throw error("the number is too large", at: start)
    }
    return .number(value)
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw error("the string is not UTF-8", at: start) }
        return string
      case UInt8(ascii: "\\"):
        at += 1
        try escape(into: &text)
      case 0..<0x20: throw error("a control character in a string is written as an escape")
      default:
        text.append(byte)
        at += 1
      }
    }
    throw error("the string does not end", at: start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = next else { throw error("the text ends within an escape") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = UInt32(try hexadecimal())
      if (0xD800..<0xDC00).contains(code) {
        guard next == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "u") else {
          throw error("half of a surrogate pair")
        }
        at += 2
        let low = UInt32(try hexadecimal())
        guard (0xDC00..<0xE000).contains(low) else { throw error("half of a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair") }
      text.append(contentsOf: String(Character(scalar)).utf8)
    default: throw error("an unknown escape", at: at - 1)
    }
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt16 {
    let digits = bytes[at..<min(at + 4, bytes.count)]
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits should be here") }
    at += 4
    return value
  }
}
