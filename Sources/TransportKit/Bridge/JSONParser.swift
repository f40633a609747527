/// Parses JSON (RFC 8259) strictly: no duplicate keys, at most 32 levels, nothing after the value.
struct JSONParser {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func document() throws(TransportError) -> JSON {
    let value = try self.value()
    skipSpace()
    guard at == bytes.count else { throw wrong("nothing more was expected") }
    return value
  }

  private mutating func value() throws(TransportError) -> JSON {
    skipSpace()
    guard at < bytes.count else { throw wrong("a value is missing") }
    switch bytes[at] {
    case UInt8(ascii: "{"): return try nested { (parser) throws(TransportError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { (parser) throws(TransportError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(_ body: (inout JSONParser) throws(TransportError) -> JSON) throws(TransportError) -> JSON {
    guard depth < 32 else { throw wrong("too many values inside one another") }
    depth += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(TransportError) -> JSON {
    var members: [String: JSON] = [:]
    at += 1
    if takes("}") { return .object(members) }
    repeat {
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw wrong("a key in quotes was expected") }
      let key = try string()
      guard takes(":") else { throw wrong("a colon was expected") }
      let value = try self.value()
      guard members.updateValue(value, forKey: key) == nil else { throw wrong("the key \(JSON.quoted(key)) is there twice") }
    } while takes(",")
    guard takes("}") else { throw wrong("a comma or } was expected") }
    return .object(members)
  }

  private mutating func array() throws(TransportError) -> JSON {
    var elements: [JSON] = []
    at += 1
    if takes("]") { return .array(elements) }
    repeat { elements.append(try value()) } while takes(",")
    guard takes("]") else { throw wrong("a comma or ] was expected") }
    return .array(elements)
  }

  private mutating func string() throws(TransportError) -> String {
    var text: [UInt8] = []
    at += 1
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<32: throw wrong("a control character in a text")
      default: text.append(byte)
      }
    }
    throw wrong("a text without an end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(TransportError) {
    guard at < bytes.count else { throw wrong("a text without an end") }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      var code = try hex()
      if (0xd800..<0xdc00).contains(code), at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") {
        at += 2
        let low = try hex()
        guard (0xdc00..<0xe000).contains(low) else { throw wrong("half a surrogate pair") }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard code != 0, let scalar = Unicode.Scalar(code) else { throw wrong("\\u is not a valid character") }
      text += Array(String(Character(scalar)).utf8)
    default: throw wrong("an unknown escape")
    }
  }

  private mutating func hex() throws(TransportError) -> UInt32 {
    guard at + 4 <= bytes.count, let digits = String(validating: bytes[at..<at + 4], as: UTF8.self),
      digits.allSatisfy(\.isHexDigit), let code = UInt32(digits, radix: 16)
    else { throw wrong("four hexadecimal digits were expected") }
    at += 4
    return code
  }

  private mutating func number() throws(TransportError) -> JSON {
    let start = at
    func isDigit(_ index: Int) -> Bool { index < bytes.count && (48...57).contains(bytes[index]) }
    func skipDigits(_ index: inout Int) -> Bool {
      guard isDigit(index) else { return false }
      while isDigit(index) { index += 1 }
      return true
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "0") { at += 1 } else if !skipDigits(&at) { throw wrong("a value was expected") }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      if !skipDigits(&at) { throw wrong("a digit was expected") }
    }
    if at < bytes.count, bytes[at] | 32 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      if !skipDigits(&at) { throw wrong("a digit was expected") }
    }
    guard let number = Double(String(decoding: bytes[start..<at], as: UTF8.self)), number.isFinite else {
      throw wrong("too large a number")
    }
    return .number(number)
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(TransportError) -> JSON {
    let letters = word.withUTF8Buffer { Array($0) }
    guard bytes[at...].starts(with: letters) else { throw wrong("a value was expected") }
    at += letters.count
    return value
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard at < bytes.count, UInt32(bytes[at]) == character.value else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while at < bytes.count, [32, 9, 10, 13].contains(bytes[at]) { at += 1 }
  }

  private func wrong(_ what: String) -> TransportError {
    let before = bytes[..<min(at, bytes.count)]
    let line = before.count { $0 == 10 } + 1
    let column = before.count - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
    return TransportError(.invalid, "configuration: line \(line), column \(column): \(what)")
  }
}
