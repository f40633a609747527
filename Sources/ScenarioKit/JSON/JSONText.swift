/// A strict JSON reader (RFC 8259): no comments, no trailing commas, no duplicate members, limited depth.
///
/// FoundationEssentials' decoder silently keeps the last of two equal members and does not record positions, but errors in scenarios must
/// name file, place and reason.
struct JSONText {
  /// The limit on the nesting of arrays and objects.
  static let maximumDepth = 16

  private let bytes: [UInt8]
  private var at = 0

  /// Reads `bytes` as one value, surrounded only by white space.
  static func read(_ bytes: [UInt8]) throws(JSONFlaw) -> JSONNode {
    var text = JSONText(bytes: bytes)
    text.skipSpace()
    let node = try text.node(depth: 0)
    text.skipSpace()
    guard text.at == bytes.count else { throw text.flaw("text after the end of the value") }
    return node
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private func flaw(_ reason: String, at offset: Int? = nil) -> JSONFlaw {
    JSONFlaw(offset: offset ?? at, reason: reason)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  private mutating func node(depth: Int) throws(JSONFlaw) -> JSONNode {
    let offset = at
    guard let byte = next else { throw flaw("the text ends where a value should be") }
    let value: JSONNode.Value =
      switch byte {
      case UInt8(ascii: "{"): .object(try members(depth: depth + 1))
      case UInt8(ascii: "["): .array(try items(depth: depth + 1))
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "t"): try word("true", .bool(true))
      case UInt8(ascii: "f"): try word("false", .bool(false))
      case UInt8(ascii: "n"): try word("null", .null)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try number())
      default: throw flaw("this is not a JSON value")
      }
    return JSONNode(value: value, offset: offset)
  }

  private mutating func word(_ word: String, _ value: JSONNode.Value) throws(JSONFlaw) -> JSONNode.Value {
    guard bytes[at...].starts(with: word.utf8) else { throw flaw("this is not a JSON value") }
    at += word.utf8.count
    return value
  }

  private mutating func members(depth: Int) throws(JSONFlaw) -> [JSONNode.Member] {
    try enter(depth)
    var members: [JSONNode.Member] = []
    var names: Set<String> = []
    if take(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      let offset = at
      guard next == UInt8(ascii: "\"") else { throw flaw("a member's name in quotes should be here") }
      let name = try string()
      guard names.insert(name).inserted else { throw flaw("the member \"\(name)\" is here twice", at: offset) }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw flaw("a colon should be here") }
      skipSpace()
      members.append(JSONNode.Member(name: name, offset: offset, node: try node(depth: depth)))
    } while try another(before: UInt8(ascii: "}"))
    return members
  }

  private mutating func items(depth: Int) throws(JSONFlaw) -> [JSONNode] {
    try enter(depth)
    var items: [JSONNode] = []
    if take(UInt8(ascii: "]")) { return items }
    repeat {
      skipSpace()
      items.append(try node(depth: depth))
    } while try another(before: UInt8(ascii: "]"))
    return items
  }

  private mutating func enter(_ depth: Int) throws(JSONFlaw) {
    guard depth <= Self.maximumDepth else { throw flaw("nested more than \(Self.maximumDepth) deep") }
    at += 1
    skipSpace()
  }

  /// Consumes a comma and returns true, or `closing` and returns false.
  private mutating func another(before closing: UInt8) throws(JSONFlaw) -> Bool {
    skipSpace()
    if take(UInt8(ascii: ",")) { return true }
    if take(closing) { return false }
    throw flaw("a comma or `\(Character(Unicode.Scalar(closing)))` should be here")
  }

  private mutating func number() throws(JSONFlaw) -> Double {
    let start = at
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    guard let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)), value.isFinite else {
      throw flaw("the number is too large", at: start)
    }
    return value
  }

  private mutating func digits() throws(JSONFlaw) {
    let start = at
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    if at == start { throw flaw("a digit should be here") }
  }

  private mutating func string() throws(JSONFlaw) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    while let byte = next {
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw flaw("the string is not UTF-8", at: start) }
        return string
      case UInt8(ascii: "\\"): text.append(contentsOf: String(Character(try escape())).utf8)
      case 0..<0x20: throw flaw("a control character in a string is written as an escape", at: at - 1)
      default: text.append(byte)
      }
    }
    throw flaw("the string does not end", at: start)
  }

  private mutating func escape() throws(JSONFlaw) -> Unicode.Scalar {
    let start = at - 1
    guard let byte = next else { throw flaw("the text ends within an escape") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode(from: start)
    default: throw flaw("an unknown escape", at: start)
    }
  }

  private mutating func unicode(from start: Int) throws(JSONFlaw) -> Unicode.Scalar {
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw flaw("half of a surrogate pair", at: start) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw flaw("half of a surrogate pair", at: start) }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONFlaw) -> UInt32 {
    let digits = bytes[at..<min(at + 4, bytes.count)]
    let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard digits.count == 4, isHexadecimal, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw flaw("four hexadecimal digits should be here")
    }
    at += 4
    return value
  }
}

/// A syntax error in a JSON text.
struct JSONFlaw: Error, Sendable {
  /// The offset of the offending byte, from 0.
  var offset: Int
  var reason: String
}
