/// Makes foreign text safe for a terminal: text of plugins, manifests, notes and file names.
package enum TerminalText {
  /// True for control characters and those that change the writing direction, line breaks and tabs included.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// True when `text` has an unsafe character.
  package static func hasUnsafe(_ text: String) -> Bool { text.unicodeScalars.contains(where: isUnsafe) }

  /// `text` on one line, with each unsafe character escaped as in JSON: `\u001b`.
  package static func line(_ text: String) -> String {
    guard hasUnsafe(text) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// An unsafe character as a JSON escape; all of them have four digits.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// A file name from its bytes, with each byte that is not UTF-8 as `\xff`.
  static func name(_ bytes: [UInt8]) -> String {
    var result = ""
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      if let character = String(validating: rest.prefix(length), as: UTF8.self) {
        result += character
        rest = rest.dropFirst(length)
      } else {
        result += "\\x" + String(byte, radix: 16)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
