extension JSONReader {
  /// Reads a string from its opening to its closing quote.
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    // The bytes since the last escape, which are copied together.
    var run = at
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[run..<at]
        at += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw error("the string is not UTF-8", at: start) }
        return string
      case UInt8(ascii: "\\"):
        text += bytes[run..<at]
        text += String(Character(try escape())).utf8
        run = at
      case 0..<0x20: throw error("a control character in a string is written as an escape")
      default: at += 1
      }
    }
    throw error("the string does not end", at: start)
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = at
    at += 1
    guard let byte = next else { throw error("the text ends within an escape") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode(from: start)
    default: throw error("an unknown escape", at: start)
    }
  }

  private mutating func unicode(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw error("half of a surrogate pair is not a character", at: start) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair is not a character", at: start) }
    guard limits.allowsNUL || code != 0 else { throw error("a NUL is not a character of this text", at: start) }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var code: UInt32 = 0
    let start = at
    for offset in start..<start + 4 {
      guard offset < bytes.count, let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue, bytes[offset] < 0x80 else {
        throw error("four hexadecimal digits should be here", at: start)
      }
      code = code << 4 | UInt32(digit)
    }
    at = start + 4
    return code
  }
}
