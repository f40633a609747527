/// The checksum CRC-32C (Castagnoli), as in RFC 3720 appendix B.4; eight bytes a step.
package enum CRC32C {
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0x82F6_3B78 : value >> 1 }
      tables[byte] = value
    }
    for table in 1..<8 {
      for byte in 0..<256 {
        let before = tables[(table - 1) * 256 + byte]
        tables[table * 256 + byte] = (before >> 8) ^ tables[Int(before & 0xFF)]
      }
    }
    return tables
  }()

  /// Returns the checksum of bytes; `seed` is the checksum of what stands before them.
  package static func checksum(_ bytes: UnsafeRawBufferPointer, seed: UInt32 = 0) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      var crc = ~seed
      var place = 0
      while place + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ UInt64(crc)
        crc = table[7 * 256 + Int(word & 0xFF)] ^ table[6 * 256 + Int(word >> 8 & 0xFF)]
        crc ^= table[5 * 256 + Int(word >> 16 & 0xFF)] ^ table[4 * 256 + Int(word >> 24 & 0xFF)]
        crc ^= table[3 * 256 + Int(word >> 32 & 0xFF)] ^ table[2 * 256 + Int(word >> 40 & 0xFF)]
        crc ^= table[256 + Int(word >> 48 & 0xFF)] ^ table[Int(word >> 56)]
        place += 8
      }
      while place < bytes.count {
        crc = (crc >> 8) ^ table[Int((crc ^ UInt32(bytes[place])) & 0xFF)]
        place += 1
      }
      return ~crc
    }
  }
}
