/// Converts bytes to hexadecimal digits and back.
enum HexText {
  static func of(_ bytes: [UInt8]) -> String {
    bytes.map { (byte: UInt8) -> String in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// Returns the bytes; nil when there are other characters, or half a byte.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
