internal import CNATS

/// The key pair of a NATS user: an Ed25519 seed, and its public key in the form of the server's configuration.
///
/// Forms: base 32 of a prefix, 32 bytes, and CRC-16/XMODEM of both, the low byte first.
package struct NKey: Sendable {
  /// The seed, which begins with `SU`.
  package let seed: String
  /// The public key, which begins with `U`.
  package let publicKey: String

  private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  /// The prefix of seeds (5 bits), and that of users (8 bits).
  private static let seedPrefix: UInt8 = 18 << 3
  private static let userPrefix: UInt8 = 20 << 3

  /// Reads a user's seed.
  ///
  /// - Throws: `badSetting`, which never contains the seed.
  package init(seed text: String) throws(ClusterStoreError) {
    let text = String(text.split(whereSeparator: \.isWhitespace).first ?? "")
    guard var bytes = Self.decode(text), bytes.count == 36 else { throw Self.refusal("it is no NKey: a seed has 58 characters of base 32") }
    defer { bytes.withUnsafeMutableBytes { hookswitch_nats_wipe($0.baseAddress, $0.count) } }
    let sum = Self.checksum(bytes[..<34])
    guard bytes[34] == UInt8(truncatingIfNeeded: sum), bytes[35] == UInt8(sum >> 8) else {
      throw Self.refusal("its check sum is wrong: copy the seed again")
    }
    let prefix = (bytes[0] & 7) << 5 | bytes[1] >> 3
    guard bytes[0] & 0xf8 == Self.seedPrefix, prefix == Self.userPrefix else {
      throw Self.refusal("it is not the seed of a user, which begins with SU: `nk -gen user` makes one")
    }
    try NATSLibrary.open()
    var key = [UInt8](repeating: 0, count: 32)
    let isMade = bytes.withUnsafeBufferPointer { bytes in
      key.withUnsafeMutableBufferPointer { key in
        hookswitch_nkey_public(bytes.baseAddress.map { $0 + 2 }, key.baseAddress) == 0
      }
    }
    guard isMade else { throw Self.refusal("OpenSSL makes no Ed25519 key of it") }
    seed = text
    publicKey = Self.encode([Self.userPrefix] + key)
  }

  /// Makes the key pair of 32 random bytes.
  package init(random bytes: [UInt8]) throws(ClusterStoreError) {
    guard bytes.count == 32 else { throw Self.refusal("a seed has 32 bytes") }
    try self.init(seed: Self.encode([Self.seedPrefix | Self.userPrefix >> 5, (Self.userPrefix & 31) << 3] + bytes))
  }

  private static func refusal(_ reason: String) -> ClusterStoreError { .badSetting(name: "nkey", reason: reason) }

  /// Returns the text of bytes with their check sum.
  private static func encode(_ bytes: [UInt8]) -> String {
    let sum = checksum(bytes[...])
    var text: [UInt8] = []
    var bits = 0
    var count = 0
    for byte in bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)] {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[bits >> count & 31])
        bits &= 1 << count - 1
      }
    }
    if count > 0 { text.append(alphabet[bits << (5 - count) & 31]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for character in text.utf8 {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = bits << 5 | value
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count))
        bits &= 1 << count - 1
      }
    }
    // The last letter has two bits to spare.
    return bits == 0 ? bytes : nil
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      var sum = sum ^ UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
      return sum
    }
  }
}
