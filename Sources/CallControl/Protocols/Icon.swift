/// The bytes of an icon's PNG; in JSON, Base64 (RFC 4648 section 4).
///
/// Bytes rather than a stored `Data`, which would link all of FoundationEssentials into a program that uses none of it.
@usableFromInline
package struct Icon: Hashable, Sendable {
  /// The bytes.
  @usableFromInline
  package let bytes: [UInt8]

  /// Creates an icon from the bytes of a file.
  @usableFromInline
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The value of each character; 255 for one that is no digit.
  private static let values: [UInt8] = (0...255).map { byte in digits.firstIndex(of: byte).map { UInt8($0) } ?? 255 }

  /// Reads Base64 with its padding and without line breaks; nil for any other text.
  package init?(base64 text: String) {
    let characters = Array(text.utf8)
    let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard characters.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    for character in characters.dropLast(padding) {
      let value = Self.values[Int(character)]
      guard value != 255 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    self.init(bytes)
  }

  /// The icon as Base64 with its padding.
  package var base64: String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = (0..<3).reduce(0 as UInt32) { $0 << 8 | (start + $1 < bytes.count ? UInt32(bytes[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(start + place > bytes.count ? UInt8(ascii: "=") : Self.digits[Int(group >> UInt32(18 - 6 * place) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Icon: Codable {
  /// Decodes Base64.
  @usableFromInline
  package init(from decoder: any Decoder) throws {
    let place = try decoder.singleValueContainer()
    guard let icon = Icon(base64: try place.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: place, debugDescription: "an icon should be Base64")
    }
    self = icon
  }

  /// Encodes Base64.
  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    var place = encoder.singleValueContainer()
    try place.encode(base64)
  }
}
