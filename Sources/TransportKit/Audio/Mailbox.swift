public import Synchronization

/// One value that one thread writes and another reads, the last one counting, without either ever waiting.
///
/// Three cells: the writer's, the reader's, and one between them that the two exchange for their own.
@usableFromInline
struct Mailbox<Value: BitwiseCopyable> {
  /// What stands before the cells.
  @usableFromInline
  struct Desk: ~Copyable {
    /// The cell between the two, with `fresh` when it was written and not read.
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

  /// The mailbox at that address.
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

  /// Makes one whose reader finds `value`, until it is freed.
  static func allocate(_ value: Value) -> UnsafeMutableRawPointer {
    let alignment = max(16, MemoryLayout<Value>.alignment)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: cellsOffset + 3 * MemoryLayout<Value>.stride, alignment: alignment)
    memory.initializeMemory(as: Desk.self, to: Desk(middle: 1, back: 0, front: 2))
    (memory + cellsOffset).initializeMemory(as: Value.self, repeating: value, count: 3)
    return memory
  }

  /// Leaves a value, in place of what was not read yet.
  ///
  /// The writer's thread only.
  @inlinable
  @inline(__always)
  func write(_ value: Value) {
    cells[Int(desk.pointee.back)] = value
    desk.pointee.back = desk.pointee.middle.exchange(desk.pointee.back | Self.fresh, ordering: .acquiringAndReleasing) & ~Self.fresh
  }

  /// The value that was left last.
  ///
  /// The reader's thread only.
  @inlinable
  @inline(__always)
  func read() -> Value {
    if desk.pointee.middle.load(ordering: .relaxed) & Self.fresh != 0 {
      desk.pointee.front = desk.pointee.middle.exchange(desk.pointee.front, ordering: .acquiringAndReleasing) & ~Self.fresh
    }
    return cells[Int(desk.pointee.front)]
  }
}
