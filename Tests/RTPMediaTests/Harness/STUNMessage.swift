/// A message of STUN (RFC 8489 section 5), as a test writes and reads it.
struct STUNMessage {
  var type: UInt16
  var transaction: [UInt8]
  var attributes: [(type: UInt16, value: [UInt8])]

  /// A binding request as ICE makes it (RFC 8445 section 7.2.2).
  static func check(user: String, transaction: UInt8 = 1, names: Bool = false) -> STUNMessage {
    STUNMessage(
      type: 1, transaction: [UInt8](repeating: transaction, count: 12),
      attributes: [(0x0024, [0x6e, 0, 1, 0xff]), (0x802a, [UInt8](repeating: 9, count: 8)), (0x0006, Array(user.utf8))]
        + (names ? [(0x0025, [])] : []))
  }

  /// Returns the message with MESSAGE-INTEGRITY by the password, and FINGERPRINT.
  func bytes(password: String) -> [UInt8] {
    var message = head(24) + attributes.flatMap { Self.attribute($0.type, $0.value) }
    message.replaceSubrange(2..<4, with: Self.two(message.count - 20 + 24))
    message += Self.attribute(0x0008, SHA1.proof(of: message, key: password))
    message.replaceSubrange(2..<4, with: Self.two(message.count - 20 + 8))
    let sum = Self.crc32(message) ^ 0x5354_554e
    return message + Self.attribute(0x8028, [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) })
  }

  /// Reads a message whose integrity and fingerprint are right; nil for others.
  init?(_ bytes: [UInt8], password: String) {
    guard bytes.count >= 20, Array(bytes[4..<8]) == [0x21, 0x12, 0xa4, 0x42], Self.number(bytes[2..<4]) == bytes.count - 20 else {
      return nil
    }
    self.init(type: UInt16(Self.number(bytes[0..<2])), transaction: Array(bytes[8..<20]), attributes: [])
    var at = 20
    while at + 4 <= bytes.count {
      let length = Self.number(bytes[at + 2..<at + 4])
      attributes.append((UInt16(Self.number(bytes[at..<at + 2])), Array(bytes[at + 4..<at + 4 + length])))
      at += 4 + (length + 3) / 4 * 4
    }
    guard at == bytes.count, attributes.suffix(2).map(\.type) == [0x0008, 0x8028] else { return nil }
    let whole = STUNMessage(type: type, transaction: transaction, attributes: attributes.dropLast(2)).bytes(password: password)
    guard whole == bytes else { return nil }
  }

  private init(type: UInt16, transaction: [UInt8], attributes: [(type: UInt16, value: [UInt8])]) {
    self.type = type
    self.transaction = transaction
    self.attributes = attributes
  }

  func value(_ type: UInt16) -> [UInt8]? { attributes.first { $0.type == type }?.value }

  private func head(_ length: Int) -> [UInt8] { Self.two(Int(type)) + Self.two(length) + [0x21, 0x12, 0xa4, 0x42] + transaction }

  private static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    two(Int(type)) + two(value.count) + value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
  }

  private static func two(_ number: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)] }
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xffff_ffff as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xedb8_8320 : 0) }
    }
  }
}
