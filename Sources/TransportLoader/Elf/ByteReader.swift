/// Reads little-endian numbers and texts from a file or from a piece of it.
///
/// A number or text outside the available bytes is nil, never a trap.
struct ByteReader: Sendable {
  let bytes: [UInt8]
  /// The offset of the bytes in the file.
  private let start: UInt64
  /// The size of the whole file.
  let count: Int

  /// Reads a whole file.
  init(bytes: [UInt8]) {
    self.bytes = bytes
    start = 0
    count = bytes.count
  }

  /// Reads a piece of a file of `count` bytes; the piece begins at `start`.
  init(piece bytes: [UInt8], at start: UInt64, ofFile count: Int) {
    self.bytes = bytes
    self.start = start
    self.count = count
  }

  /// The range of the `size` bytes at `offset`; nil when the file ends before.
  func range(at offset: UInt64, size: UInt64) -> Range<Int>? {
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard !overflow, end <= UInt64(count) else { return nil }
    return Int(offset)..<Int(end)
  }

  /// The range in `bytes` of the file's `size` bytes at `offset`; nil when they are not available.
  private func place(at offset: UInt64, size: UInt64) -> Range<Int>? {
    guard offset >= start, let range = range(at: offset, size: size), UInt64(range.upperBound) - start <= UInt64(bytes.count) else {
      return nil
    }
    return range.lowerBound - Int(start)..<range.upperBound - Int(start)
  }

  func number<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(at offset: UInt64, as type: Number.Type = Number.self)
    -> Number?
  {
    guard let place = place(at: offset, size: UInt64(MemoryLayout<Number>.size)) else { return nil }
    return Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place.lowerBound, as: Number.self) })
  }

  /// The text at `offset` up to a NUL that lies before `limit`; nil without one, or when it is not UTF-8.
  func text(at offset: UInt64, limit: UInt64) -> String? {
    guard offset < limit, let place = place(at: offset, size: limit - offset), let end = bytes[place].firstIndex(of: 0) else { return nil }
    return String(validating: bytes[place.lowerBound..<end], as: UTF8.self)
  }
}
