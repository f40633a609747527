/// Normalizes the percent-escapes of URIs (RFC 3261, 25.1; RFC 2396, 2.4).
enum URIEscapes {
  /// Undoes escapes that are not needed and writes all others in capitals.
  ///
  /// - Parameter others: characters that this part may have unescaped besides letters, digits and marks. Escaped, they mean something else,
  ///   and stay escaped.
  /// - Returns: nil when a character is not allowed. Bytes beyond ASCII are escaped.
  static func normalized(_ part: Substring.UTF8View, allowing others: String) -> String? {
    var result: [UInt8] = []
    var index = part.startIndex
    while index != part.endIndex {
      var byte = part[index]
      part.formIndex(after: &index)
      var isEscaped = byte >= 0x80
      if byte == UInt8(ascii: "%") {
        guard let end = part.index(index, offsetBy: 2, limitedBy: part.endIndex), let value = hexadecimal(part[index..<end]) else {
          return nil
        }
        (byte, index, isEscaped) = (value, end, true)
      }
      if byte.isUnreserved {
        result.append(byte)
      } else if isEscaped {
        result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      } else if others.utf8.contains(byte) {
        result.append(byte)
      } else {
        return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Resolves all escapes of a part that `normalized` returned; nil when the bytes are not UTF-8.
  static func resolved(_ part: String) -> String? {
    var result: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard rest.count >= 2, let value = hexadecimal(rest.prefix(2)) else { return nil }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: result, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: Substring.UTF8View) -> UInt8? {
    guard digits.allSatisfy(\.isHexadecimal) else { return nil }
    return UInt8(Substring(digits), radix: 16)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10 }
}

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }

  var isAlphanumeric: Bool { isDigit || (97...122).contains(self | 0x20) }

  var isHexadecimal: Bool { isDigit || (97...102).contains(self | 0x20) }

  /// True for characters that need no escape anywhere in a URI.
  fileprivate var isUnreserved: Bool { isAlphanumeric || "-_.!~*'()".utf8.contains(self) }
}
