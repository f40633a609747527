internal import TransportABI
internal import TransportLoader

/// The arguments of one plugin function: each before a guard page, and retired when the function has returned (see
/// `GuardedArena.takesBackAtOnce`).
package final class Lender {
  private let arena: GuardedArena
  private var blocks: [GuardedArena.Block] = []
  let shape: HostShape
  /// The bytes after each struct that its size does not include.
  var room = 0

  package init(_ arena: GuardedArena, _ shape: HostShape) {
    self.arena = arena
    self.shape = shape
  }

  /// Lends bytes as a string of the contract: a NUL follows them, and the guard page follows that.
  func text(_ bytes: [UInt8]) -> hsw_str {
    let block = arena.allocate(bytes.count + 1)
    blocks.append(block)
    block.start.copyMemory(from: bytes, byteCount: bytes.count)
    return hsw_str(p: UnsafePointer(block.start.assumingMemoryBound(to: CChar.self)), n: bytes.count)
  }

  /// Lends a string of the contract.
  func text(_ text: String) -> hsw_str { self.text(Array(text.utf8)) }

  /// Lends a string, or `hsw_str()` for no bytes.
  func optional(_ bytes: [UInt8]) -> hsw_str { bytes.isEmpty ? hsw_str() : text(bytes) }

  /// Lends a C string, such as an extension's id.
  func characters(_ text: String) -> UnsafePointer<CChar> {
    let block = arena.allocate(text.utf8.count + 1)
    blocks.append(block)
    block.start.copyMemory(from: Array(text.utf8), byteCount: text.utf8.count)
    return UnsafePointer(block.start.assumingMemoryBound(to: CChar.self))
  }

  /// Lends a struct that begins with size and flags, in the lender's shape.
  func sized<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
    let block = arena.layOut(table, shape, room: room)
    blocks.append(block)
    return block.start.assumingMemoryBound(to: Table.self)
  }

  /// Lends exactly `count` zeroed bytes before a guard page.
  package func raw(_ count: Int) -> UnsafeMutableRawPointer {
    let block = arena.allocate(count)
    blocks.append(block)
    return block.start
  }

  /// Gives up everything lent, for an owner that releases it later.
  func handOver() -> [GuardedArena.Block] {
    defer { blocks = [] }
    return blocks
  }

  /// Retires everything lent.
  func takeBack() {
    arena.retire(blocks)
    blocks = []
  }
}

extension GuardedArena {
  /// Lays a struct that begins with size and flags at the end of a block, in the given shape.
  func layOut<Table>(_ table: Table, _ shape: HostShape, room: Int) -> Block {
    let size = shape == .exact ? ContractVersion.firstSize(of: Table.self) : MemoryLayout<Table>.size
    let block = allocate(size + shape.tail + room)
    withUnsafeBytes(of: table) { block.start.copyMemory(from: $0.baseAddress!, byteCount: size) }
    block.start.storeBytes(of: UInt32(size + shape.tail), as: UInt32.self)
    if shape.tail > 0 {
      (block.start + size).initializeMemory(as: UInt8.self, repeating: 0xE7, count: shape.tail)
    }
    return block
  }
}

/// The length of the host's structs, and the contents of the part that the plugin cannot know.
package enum HostShape: Sendable, Hashable {
  /// As in this version; long-lived tables have room after them, so that only the tests about sizes catch reads beyond the size.
  case usual
  /// As in version 1.0, each ending at a guard page.
  case exact
  /// As a later version might have them: longer, with a poisoned tail and unknown flags.
  case future
  /// As `future`, with that many more bytes, a multiple of 8, and those unknown flags.
  case longer(Int, flags: UInt32)

  /// The bytes of the poisoned tail, which the struct's `size` includes.
  var tail: Int {
    switch self {
    case .usual, .exact: 0
    case .future: 64
    case .longer(let bytes, _): bytes
    }
  }

  /// The bytes after a long-lived table, which its `size` does not include.
  var room: Int { self == .usual ? 64 : 0 }

  /// Bits of `flags` that 1.0 does not define and that a reader ignores.
  var unknownFlags: UInt32 {
    switch self {
    case .usual, .exact: 0
    case .future: 0x4000
    case .longer(_, let flags): flags
    }
  }
}
