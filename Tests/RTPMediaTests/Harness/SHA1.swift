/// SHA-1 and HMAC-SHA1 (RFC 3174, RFC 2104), as STUN needs them.
enum SHA1 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> (8 * UInt64($0))) }
    for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = (0..<16).map { place in block.dropFirst(4 * place).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) } }
    for place in 16..<80 { words.append(turned(words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16], 1)) }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for place in 0..<80 {
      let (mixed, constant): (UInt32, UInt32) =
        switch place / 20 {
        case 0: (b & c | ~b & d, 0x5a82_7999)
        case 1: (b ^ c ^ d, 0x6ed9_eba1)
        case 2: (b & c | b & d | c & d, 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      (a, b, c, d, e) = (turned(a, 5) &+ mixed &+ e &+ constant &+ words[place], a, turned(b, 30), c, d)
    }
    for (place, value) in [a, b, c, d, e].enumerated() { state[place] &+= value }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }

  /// Returns the HMAC, for keys up to 64 bytes.
  static func proof(of message: [UInt8], key: String) -> [UInt8] {
    let padded = Array(key.utf8) + [UInt8](repeating: 0, count: 64 - key.utf8.count)
    return digest(padded.map { $0 ^ 0x5c } + digest(padded.map { $0 ^ 0x36 } + message))
  }
}
