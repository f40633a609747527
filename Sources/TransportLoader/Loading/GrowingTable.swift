internal import Glibc

/// Reads a struct that begins with its `size` and that the plugin may have compiled from a later, longer version.
enum GrowingTable {
  /// The largest size that is accepted, in bytes.
  static let maximumSize: UInt32 = 65536

  /// A copy of the struct at `pointer`: the part that both sides know, the rest zero; nil when its size is out of range.
  ///
  /// A struct shorter than in version 1.0 is an error.
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
