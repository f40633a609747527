/// Reads little-endian numbers and texts out of bytes; whatever lies outside of them is nil, never a trap.
struct ByteReader: Sendable {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  /// The `size` bytes at `offset`, if all of them are there.
  func range(at offset: UInt64, size: UInt64) -> Range<Int>? {
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard !overflow, end <= UInt64(bytes.count) else { return nil }
    return Int(offset)..<Int(end)
  }

  func number<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(at offset: UInt64, as type: Number.Type = Number.self)
    -> Number?
  {
    guard let range = range(at: offset, size: UInt64(MemoryLayout<Number>.size)) else { return nil }
    return Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: range.lowerBound, as: Number.self) })
  }

  /// The text at `offset` up to a NUL that lies before `limit`; nil without one, or when it is not UTF-8.
  func text(at offset: UInt64, limit: UInt64) -> String? {
    guard offset < limit, let range = range(at: offset, size: limit - offset),
      let end = bytes[range].firstIndex(of: 0)
    else { return nil }
    return String(validating: bytes[range.lowerBound..<end], as: UTF8.self)
  }
}
