/// The form of a name in keys and subjects: `A-Z a-z 0-9 - _` stand as they are, every other byte as `=` and two hexadecimal digits.
package enum NameToken {
  private static let hexadecimal = Array("0123456789abcdef".utf8)

  /// Returns the token of a name.
  package static func encode(_ name: String) -> String {
    var token: [UInt8] = []
    for byte in name.utf8 {
      if isPlain(byte) {
        token.append(byte)
      } else {
        token += [0x3d, hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return String(decoding: token, as: UTF8.self)
  }

  /// Returns the name of a token; nil when `encode` makes no such token.
  package static func decode(_ token: some StringProtocol) -> String? {
    var name: [UInt8] = []
    var bytes = token.utf8.makeIterator()
    while let byte = bytes.next() {
      if isPlain(byte) {
        name.append(byte)
        continue
      }
      guard byte == 0x3d, let high = digit(bytes.next()), let low = digit(bytes.next()) else { return nil }
      let value = high << 4 | low
      // Two tokens for one name would be two keys for one line.
      guard !isPlain(value) else { return nil }
      name.append(value)
    }
    return String(validating: name, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
    default: false
    }
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    guard let byte else { return nil }
    switch byte {
    case 0x30...0x39: return byte - 0x30
    case 0x61...0x66: return byte - 0x61 + 10
    default: return nil
    }
  }
}
