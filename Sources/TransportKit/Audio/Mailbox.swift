public import Synchronization

/// Passes the latest value from one thread to another; neither ever waits.
///
/// It has three cells: the writer's, the reader's, and one between them that the two swap with their own.
@usableFromInline
struct Mailbox<Value: BitwiseCopyable> {
  /// The state before the cells.
  @usableFromInline
  struct Desk: ~Copyable {
    /// The index of the cell between the two, with `fresh` while it is written and unread.
    @usableFromInline let middle: Atomic<UInt8>
    @usableFromInline var back: UInt8
    @usableFromInline var front: UInt8

    init(middle: UInt8, back: UInt8, front: UInt8) {
      self.middle = Atomic(middle)
      self.back = back
      self.front = front
    }
  }

  @usableFromInline static var fresh: UInt8 { 4 }
  @usableFromInline static var cellsOffset: Int { 16 }

  @usableFromInline let memory: UnsafeMutableRawPointer

  /// Makes a mailbox from its address.
  @usableFromInline
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer) {
    self.memory = memory
  }

  @inlinable
  @inline(__always)
  var desk: UnsafeMutablePointer<Desk> { memory.assumingMemoryBound(to: Desk.self) }

  @inlinable
  @inline(__always)
  var cells: UnsafeMutablePointer<Value> { (memory + Self.cellsOffset).assumingMemoryBound(to: Value.self) }

  /// Allocates a mailbox whose reader gets `value` first; the caller deallocates it.
  static func allocate(_ value: Value) -> UnsafeMutableRawPointer {
    let alignment = max(16, MemoryLayout<Value>.alignment)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: cellsOffset + 3 * MemoryLayout<Value>.stride, alignment: alignment)
    memory.initializeMemory(as: Desk.self, to: Desk(middle: 1, back: 0, front: 2))
    (memory + cellsOffset).initializeMemory(as: Value.self, repeating: value, count: 3)
    return memory
  }

  /// Writes a value, in place of an unread one.
  ///
  /// Writer's thread only.
  @inlinable
  @inline(__always)
  func write(_ value: Value) {
    cells[Int(desk.pointee.back)] = value
    desk.pointee.back = desk.pointee.middle.exchange(desk.pointee.back | Self.fresh, ordering: .acquiringAndReleasing) & ~Self.fresh
  }

  /// Reads the latest value.
  ///
  /// Reader's thread only.
  @inlinable
  @inline(__always)
  func read() -> Value {
    if desk.pointee.middle.load(ordering: .relaxed) & Self.fresh != 0 {
      desk.pointee.front = desk.pointee.middle.exchange(desk.pointee.front, ordering: .acquiringAndReleasing) & ~Self.fresh
    }
    return cells[Int(desk.pointee.front)]
  }
}
