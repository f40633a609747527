internal import Glibc
package import TransportABI

/// One ring of a call's audio, with the kit on one side and the plugin on the other.
///
/// Its control block and its slots lie in separate blocks of an arena, each before a guard page; for a plugin in another process they
/// lie one after the other in memory that both processes have mapped.
package final class SoundRing {
  /// A ring's dimensions.
  package struct Shape: Hashable, Sendable {
    /// The bytes of a slot, its head included: a multiple of 16.
    package var slotBytes: Int
    package var slots = 4
    /// True if the guard page follows the last slot directly; else 64 unused bytes lie between.
    package var isTight = false
    /// True if it has a descriptor that wakes a sleeping side.
    var wakes = false

    /// Creates the shape whose slots just hold frames of that format.
    package init(_ format: SoundFormat) { slotBytes = Self.head + (format.frameBytes + 15) / 16 * 16 }

    private static let head = MemoryLayout<hsw_slot>.size
  }

  private let arena: GuardedArena?
  private let blocks: [GuardedArena.Block]
  /// The descriptor that wakes a sleeping side: its number where the plugin is, and here.
  private let waking: (theirs: CInt, ours: CInt)?
  /// The struct that each side uses.
  package let view: hsw_ring

  package init(_ shape: Shape, _ arena: GuardedArena) {
    self.arena = arena
    let control = arena.allocate(MemoryLayout<hsw_ring_ctl>.size)
    let slots = arena.allocate(shape.slots * shape.slotBytes + (shape.isTight ? 0 : 64))
    blocks = [control, slots]
    let waking = shape.wakes ? ExecutorProcess.eventDescriptor() : nil
    self.waking = waking
    view = Self.view(shape, control.start, slots.start, wake: waking?.theirs ?? -1)
  }

  /// Makes a ring in memory that a process of the plugin has mapped too.
  ///
  /// A descriptor does not cross: a transport with threads of its own looks for itself.
  init(_ shape: Shape, at start: UnsafeMutableRawPointer) {
    arena = nil
    blocks = []
    waking = nil
    view = Self.view(shape, start, start + MemoryLayout<hsw_ring_ctl>.size, wake: -1)
  }

  /// The bytes of such a ring, to the start of the next one.
  static func sharedBytes(_ shape: Shape) -> Int { (MemoryLayout<hsw_ring_ctl>.size + shape.slots * shape.slotBytes + 63) / 64 * 64 }

  private static func view(
    _ shape: Shape, _ control: UnsafeMutableRawPointer, _ slots: UnsafeMutableRawPointer, wake: CInt
  ) -> hsw_ring {
    var view = hsw_ring()
    view.size = UInt32(MemoryLayout<hsw_ring>.size)
    view.n_slots = UInt32(shape.slots)
    view.slot_bytes = UInt32(shape.slotBytes)
    view.wake_fd = wake
    view.ctl = control.assumingMemoryBound(to: hsw_ring_ctl.self)
    view.slots = slots.assumingMemoryBound(to: UInt8.self)
    return view
  }

  deinit { if let waking { ExecutorProcess.closeEventDescriptor(waking) } }

  /// Retires the memory of the ring.
  package func giveBack() { arena?.retire(blocks) }

  // MARK: the producer

  /// Queues a frame, and returns false if the ring is full.
  package func put(_ samples: [Int16], at time: UInt64, flags: UInt32 = 0) -> Bool {
    withUnsafePointer(to: view) { ring in
      guard let slot = hsw_ring_room(ring) else { return false }
      let count = min(samples.count * 2, Int(hsw_ring_room_bytes(ring)))
      slot.pointee = hsw_slot(bytes: UInt32(count), flags: flags, mono_ns: time)
      samples.withUnsafeBytes { UnsafeMutableRawPointer(slot + 1).copyMemory(from: $0.baseAddress!, byteCount: count) }
      if hsw_ring_push(ring) != 0 { wake() }
      return true
    }
  }

  /// Discards the queued frames.
  package func flush() { withUnsafePointer(to: view, hsw_ring_flush) }

  /// Queues a frame of silence that claims that many bytes, if there is room.
  package func claim(_ bytes: UInt32) {
    withUnsafePointer(to: view) { ring in
      guard let slot = hsw_ring_room(ring) else { return }
      slot.pointee = hsw_slot(bytes: bytes, flags: 0, mono_ns: 0)
      _ = hsw_ring_push(ring)
    }
  }

  /// Makes a corrupted ring an empty one again.
  package func empty() {
    withUnsafePointer(to: view) { ring in
      for index in 0..<ring.pointee.n_slots { hsw_ring_slot(ring, index).pointee.bytes = 0 }
      view.ctl?.pointee.tail = 0
      view.ctl?.pointee.flush = 0
      view.ctl?.pointee.head = 0
    }
  }

  /// Corrupts the ring: every slot claims too many bytes, and the ring more frames than it can hold.
  package func lie() {
    withUnsafePointer(to: view) { ring in
      for index in 0..<ring.pointee.n_slots { hsw_ring_slot(ring, index).pointee.bytes = .max }
      view.ctl?.pointee.head &+= 1_000_000
    }
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(waking?.ours ?? -1, &one, 8)
  }

  // MARK: the consumer

  /// Takes the oldest frame; nil when there is none.
  ///
  /// - Throws: `TestFailure` if the frame claims more bytes than the slot holds.
  package func take() throws -> [Int16]? {
    try withUnsafePointer(to: view) { ring in
      guard hsw_ring_count(ring) > 0, let slot = hsw_ring_front(ring) else { return nil }
      defer { hsw_ring_pop(ring) }
      guard slot.pointee.bytes <= hsw_ring_room_bytes(ring) else {
        throw TestFailure("a frame says that it has \(slot.pointee.bytes) bytes, and the slot has room for \(hsw_ring_room_bytes(ring))")
      }
      if slot.pointee.flags & HSW_SLOT_SILENCE != 0 { return [Int16](repeating: 0, count: Int(slot.pointee.bytes) / 2) }
      let samples = UnsafeBufferPointer(
        start: UnsafeRawPointer(slot + 1).assumingMemoryBound(to: Int16.self), count: Int(hsw_ring_bytes(ring, slot)) / 2)
      return Array(samples)
    }
  }

  // MARK: both

  /// The number of frames in it.
  package var count: Int { withUnsafePointer(to: view) { Int(hsw_ring_count($0)) } }

  /// The number of times that the producer found it full.
  package var overruns: UInt32 { withUnsafePointer(to: view, hsw_ring_overruns) }

  /// The number of times that the consumer found it empty.
  package var underruns: UInt32 { withUnsafePointer(to: view, hsw_ring_underruns) }
}
