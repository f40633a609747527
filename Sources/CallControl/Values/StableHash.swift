/// FNV-1a over a text's UTF-8.
///
/// Swift's own hashes differ from run to run, and a replay must give the same result.
package enum StableHash {
  /// Returns the same number for the same text in every process.
  @inline(__always)
  package static func of(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    // The low bits choose the bucket, so mix the high bits into them.
    return hash ^ (hash >> 32)
  }
}
