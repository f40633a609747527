/// Memory for one event, snapshot or error: values and texts that are freed together.
///
/// Its owner uses it on one thread at a time.
final class TextArena {
  private static let blockSize = 8_192
  private static let alignment = 16

  private var blocks: [UnsafeMutableRawBufferPointer] = []
  /// The blocks before this one are full.
  private var current = 0
  private var used = 0

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Makes all memory free for new values; the first block stays allocated.
  func reset() {
    for block in blocks.dropFirst() { block.deallocate() }
    if blocks.count > 1 { blocks.removeSubrange(1...) }
    (current, used) = (0, 0)
  }

  /// Returns zeroed memory for `count` values of a C type.
  func allocate<Value: BitwiseCopyable>(_ type: Value.Type, count: Int = 1) -> UnsafeMutablePointer<Value> {
    let size = MemoryLayout<Value>.stride * count
    let memory = bytes(size)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return memory.bindMemory(to: Value.self, capacity: count)
  }

  /// Copies a text; nil is an empty one.
  func text(_ text: String?) -> UnsafePointer<CChar> {
    guard var text, !text.isEmpty else { return TextArena.empty }
    return text.withUTF8 { bytes in
      let copy = self.bytes(bytes.count + 1)
      if let first = bytes.baseAddress { copy.copyMemory(from: first, byteCount: bytes.count) }
      copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
      return UnsafePointer(copy.assumingMemoryBound(to: CChar.self))
    }
  }

  private func bytes(_ wanted: Int) -> UnsafeMutableRawPointer {
    let size = max(1, (wanted + Self.alignment - 1) / Self.alignment * Self.alignment)
    while current < blocks.count {
      if used + size <= blocks[current].count, let base = blocks[current].baseAddress {
        defer { used += size }
        return base + used
      }
      current += 1
      used = 0
    }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, Self.blockSize), alignment: Self.alignment)
    blocks.append(block)
    (current, used) = (blocks.count - 1, 0)
    return bytes(wanted)
  }

  /// The empty text, which lives as long as the library.
  static var empty: UnsafePointer<CChar> { emptyText[0] }
}

private let emptyText = FixedTexts([:], other: "")
