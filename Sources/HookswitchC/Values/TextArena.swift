/// Memory for one event, snapshot or error: values and texts that are freed together.
///
/// Its first part lies in the object itself, so that an event is one allocation. Its owner uses it on one thread at a time.
final class TextArena: ManagedBuffer<ArenaPart, UInt64> {
  /// Makes memory, which grows when it is used up.
  ///
  /// - Parameter room: the number of bytes at first.
  static func make(room: Int = 8_192) -> TextArena {
    let words = (room + 7) / 8
    return unsafeDowncast(create(minimumCapacity: words) { _ in ArenaPart(room: words * 8) }, to: TextArena.self)
  }

  /// Makes all memory free for new values.
  func reset() {
    header.more = nil
    header.used = 0
  }

  /// True while everything lies in the first part.
  var isWhole: Bool { header.more == nil }

  /// The first value, which must have been allocated as this type.
  func first<Value: BitwiseCopyable>(as type: Value.Type) -> UnsafeMutablePointer<Value> {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Value.self) }
  }

  /// Returns zeroed memory for `count` values of a C type.
  func allocate<Value: BitwiseCopyable>(_ type: Value.Type, count: Int = 1) -> UnsafeMutablePointer<Value> {
    let size = MemoryLayout<Value>.stride * count
    let memory = bytes(size, aligned: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return memory.bindMemory(to: Value.self, capacity: count)
  }

  /// Copies a text; nil is an empty one.
  func text(_ text: String?) -> UnsafePointer<CChar> {
    guard var text, !text.isEmpty else { return TextArena.empty }
    return text.withUTF8 { bytes in
      let copy = self.bytes(bytes.count + 1, aligned: 1)
      if let first = bytes.baseAddress { copy.copyMemory(from: first, byteCount: bytes.count) }
      copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
      return UnsafePointer(copy.assumingMemoryBound(to: CChar.self))
    }
  }

  private func bytes(_ size: Int, aligned alignment: Int) -> UnsafeMutableRawPointer {
    if let found = inside(size, alignment) ?? header.more?.inside(size, alignment) { return found }
    // Each part is larger than the one before, so that even the largest snapshot has few of them.
    let more = TextArena.make(room: max(size, 2 * (header.more ?? self).header.room))
    more.header.more = header.more
    header.more = more
    return bytes(size, aligned: alignment)
  }

  /// Returns memory of this part; nil when it is used up.
  private func inside(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer? {
    withUnsafeMutablePointers { part, elements in
      let place = (part.pointee.used + alignment - 1) / alignment * alignment
      guard size <= part.pointee.room - place else { return nil }
      part.pointee.used = place + size
      return UnsafeMutableRawPointer(elements) + place
    }
  }

  /// The empty text, which lives as long as the library.
  static var empty: UnsafePointer<CChar> {
    let text: StaticString = ""
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// The state of the part of an arena that lies in one object.
struct ArenaPart {
  /// The number of bytes after the header, and of those that are used.
  var room: Int
  var used = 0
  /// The newest further part, which has its predecessors.
  var more: TextArena?
}
