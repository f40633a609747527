internal import Glibc
package import TransportABI

/// A ring for tests, whose slots end at an inaccessible page.
///
/// `@unchecked Sendable`: the table is constant, and only the atomics of ring.h access the memory; freed with the object.
package final class TestRing: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let length: Int
  package let table: hsw_ring
  package let control: UnsafeMutablePointer<hsw_ring_ctl>

  /// - Parameters:
  ///   - start: The first value of the indexes.
  ///   - samples: The samples that fit in a slot.
  package init(slots: UInt32 = 4, samples: Int = 160, startingAt start: UInt32 = 0) {
    let page = 4096
    let slotBytes = (16 + 2 * samples + 15) / 16 * 16
    let bytes = Int(slots) * slotBytes
    length = page + (bytes + page - 1) / page * page + page
    guard let base = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), base != MAP_FAILED else {
      fatalError("no memory for a ring")
    }
    self.base = base
    mprotect(base + length - page, page, PROT_NONE)
    var ring = hsw_ring()
    ring.size = UInt32(MemoryLayout<hsw_ring>.size)
    ring.n_slots = slots
    ring.slot_bytes = UInt32(slotBytes)
    ring.wake_fd = -1
    control = base.assumingMemoryBound(to: hsw_ring_ctl.self)
    ring.ctl = control
    ring.slots = (base + length - page - bytes).assumingMemoryBound(to: UInt8.self)
    control.pointee.head = start
    control.pointee.tail = start
    control.pointee.flush = start
    table = ring
  }

  deinit { munmap(base, length) }

  /// Forbids any further access, as after detach.
  package func takeBack() { mprotect(base, length, PROT_NONE) }

  /// Returns the result of a function of ring.h.
  package func ask<Answer>(_ body: (UnsafePointer<hsw_ring>) -> Answer) -> Answer { withUnsafePointer(to: table, body) }

  package var count: UInt32 { ask(hsw_ring_count) }

  /// Puts in a frame whose samples all are `value`; false when the ring is full.
  @discardableResult
  package func put(_ value: Int16, samples: Int = 160) -> Bool { put(Array(repeating: value, count: samples)) }

  /// Puts in a frame of these samples; false when the ring is full.
  @discardableResult
  package func put(_ samples: [Int16]) -> Bool {
    ask { ring in
      guard let slot = hsw_ring_room(ring) else { return false }
      slot.pointee.bytes = UInt32(2 * samples.count)
      slot.pointee.flags = 0
      samples.withUnsafeBytes { room(slot, $0.count).copyMemory(from: $0) }
      _ = hsw_ring_push(ring)
      return true
    }
  }

  private func room(_ slot: UnsafeMutablePointer<hsw_slot>, _ bytes: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(slot) + 16, count: bytes)
  }

  /// Takes out the oldest frame; nil when there is none.
  package func take() -> [Int16]? {
    ask { ring in
      guard let slot = hsw_ring_front(ring) else { return nil }
      let count = Int(hsw_ring_bytes(ring, slot)) / 2
      let samples = (UnsafeRawPointer(slot) + 16).assumingMemoryBound(to: Int16.self)
      let taken = Array(UnsafeBufferPointer(start: samples, count: count))
      hsw_ring_pop(ring)
      return taken
    }
  }
}
