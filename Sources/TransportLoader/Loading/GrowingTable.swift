internal import Glibc

/// Reads a structure that begins with its `size`, and that the other side may have compiled longer than we know it.
enum GrowingTable {
  /// The longest structure that is believed.
  static let maximumSize: UInt32 = 65536

  /// A copy of what lies at `pointer`: as much of it as both sides know, the rest zero; nil when its size is out of range.
  ///
  /// A structure that is shorter than version 1.0 had it is no older one but a wrong one.
  static func copy<Table>(_ pointer: UnsafeRawPointer, as type: Table.Type, zero: Table) -> Table? {
    guard UInt(bitPattern: pointer) % UInt(MemoryLayout<Table>.alignment) == 0 else { return nil }
    let size = pointer.load(as: UInt32.self)
    guard size >= UInt32(ContractVersion.firstSize(of: type)), size <= maximumSize else { return nil }
    var copy = zero
    withUnsafeMutableBytes(of: &copy) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(Int(size), bytes.count)))
    }
    return copy
  }
}
