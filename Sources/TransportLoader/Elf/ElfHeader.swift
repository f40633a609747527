/// The fields of an ELF file header that locate everything else.
struct ElfHeader: Equatable, Sendable {
  /// The ELF number of the machine that this program runs on.
  static var hostMachine: UInt16 {
    #if arch(x86_64)
      62
    #elseif arch(arm64)
      183
    #elseif arch(riscv64)
      243
    #else
      0
    #endif
  }

  var machine: UInt16
  var segments: Table
  var sections: Table

  /// A table of records of one size.
  struct Table: Equatable, Sendable {
    var offset: UInt64
    var stride: UInt64
    var count: UInt64

    func offset(of index: UInt64) -> UInt64 { offset + index * stride }
  }

  /// Reads the header and judges its class, byte order, type, machine, and that both tables lie inside the file.
  init(_ file: ByteReader, machine hostMachine: UInt16 = Self.hostMachine) throws(ElfError) {
    guard file.count >= 64 else { throw ElfError(field: "size", found: "\(file.count) bytes", wanted: "at least 64 bytes") }
    guard file.bytes[0] == 0x7F, file.bytes[1] == 0x45, file.bytes[2] == 0x4C, file.bytes[3] == 0x46 else {
      throw ElfError(field: "e_ident", found: "no ELF file", wanted: "an ELF shared object")
    }
    try Self.expect("EI_CLASS", file.bytes[4], 2)
    try Self.expect("EI_DATA", file.bytes[5], 1)
    try Self.expect("EI_VERSION", file.bytes[6], 1)
    machine = file.number(at: 18) ?? 0
    try Self.expect("e_machine", machine, hostMachine)
    try Self.expect("e_type", file.number(at: 16) ?? UInt16(0), 3)
    segments = Table(
      offset: file.number(at: 32) ?? 0, stride: UInt64(file.number(at: 54) ?? UInt16(0)), count: UInt64(file.number(at: 56) ?? UInt16(0)))
    sections = Table(
      offset: file.number(at: 40) ?? 0, stride: UInt64(file.number(at: 58) ?? UInt16(0)), count: UInt64(file.number(at: 60) ?? UInt16(0)))
    try Self.expect("e_phentsize", segments.stride, 56)
    if sections.count > 0 { try Self.expect("e_shentsize", sections.stride, 64) }
    guard segments.count > 0 else { throw ElfError(field: "e_phnum", found: "0", wanted: "at least 1") }
    for (name, table) in [("program headers", segments), ("section headers", sections)] {
      guard file.range(at: table.offset, size: table.stride * table.count) != nil else {
        throw ElfError(
          field: name, found: "\(table.count) at \(table.offset)", wanted: "inside the file of \(file.count) bytes: it is truncated")
      }
    }
  }

  private static func expect<Number: FixedWidthInteger>(_ field: String, _ found: Number, _ wanted: Number) throws(ElfError) {
    guard found == wanted else { throw ElfError(field: field, found: "\(found)", wanted: "\(wanted)") }
  }
}

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
