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
