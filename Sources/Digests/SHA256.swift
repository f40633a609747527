/// SHA-256 (FIPS 180-4): of files whose digest an operator pinned, and of names in a cluster, from which slots and placement follow.
///
/// Written here because the C library has none, the kernel's (AF_ALG) is unavailable in many containers, and a crypto library would be
/// another dependency. Nothing here is secret, so its timing does not matter. It works on buffers without arrays, with counting loops and
/// masking shifts: a placement of 100 nodes takes 409,600 digests, and debug and sanitizer builds hash whole files.
package enum SHA256 {
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01,
    0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116, 0x1e37_6c08,
    0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]

  private static let initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// Returns the first 8 bytes of the digest of the text in UTF-8, the first byte highest.
  package static func leading(of text: String) -> UInt64 {
    var text = text
    let short = text.withUTF8 { bytes -> UInt64? in
      // Names fit into one block as a rule, which needs no array.
      bytes.count < 56 ? leading(ofShort: bytes) : nil
    }
    if let short { return short }
    let state = state(of: Array(text.utf8))
    return UInt64(state[0]) << 32 | UInt64(state[1])
  }

  private static func leading(ofShort bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { block in
      block.initialize(repeating: 0)
      for (place, byte) in bytes.enumerated() { block[place] = byte }
      block[bytes.count] = 0x80
      let bits = bytes.count * 8
      block[62] = UInt8(truncatingIfNeeded: bits >> 8)
      block[63] = UInt8(truncatingIfNeeded: bits)
      var state = initial
      take(UnsafeBufferPointer(block), into: &state)
      return UInt64(state[0]) << 32 | UInt64(state[1])
    }
  }

  /// Returns the digest in hexadecimal digits.
  package static func hexadecimal(of bytes: [UInt8]) -> String {
    state(of: bytes).map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Returns the digest as eight words.
  package static func state(of bytes: [UInt8]) -> [UInt32] {
    var state = initial
    let whole = bytes.count / 64 * 64
    take(bytes[..<whole], into: &state)
    var tail = bytes[whole...]
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    take(tail, into: &state)
    return state
  }

  private static func take(_ blocks: ArraySlice<UInt8>, into state: inout [UInt32]) {
    blocks.withUnsafeBufferPointer { buffer in
      for start in stride(from: 0, to: buffer.count, by: 64) {
        take(UnsafeBufferPointer(rebasing: buffer[start..<start + 64]), into: &state)
      }
    }
  }

  private static func rotate(_ word: UInt32, _ by: UInt32) -> UInt32 { word &>> by | word &<< (32 &- by) }

  private static func take(_ block: UnsafeBufferPointer<UInt8>, into state: inout [UInt32]) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      var index = 0
      while index < 16 {
        let at = index &* 4
        schedule[index] = UInt32(block[at]) &<< 24 | UInt32(block[at &+ 1]) &<< 16 | UInt32(block[at &+ 2]) &<< 8 | UInt32(block[at &+ 3])
        index &+= 1
      }
      while index < 64 {
        let early = schedule[index &- 15]
        let late = schedule[index &- 2]
        let first = rotate(early, 7) ^ rotate(early, 18) ^ early &>> 3
        let second = rotate(late, 17) ^ rotate(late, 19) ^ late &>> 10
        schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
        index &+= 1
      }
      mix(schedule, into: &state)
    }
  }

  private static func mix(_ schedule: UnsafeMutableBufferPointer<UInt32>, into state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    while index < 64 {
      let choice = e & f ^ ~e & g
      let first = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ constants[index] &+ schedule[index]
      let majority = a & b ^ a & c ^ b & c
      let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      index &+= 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }
}
