internal import CMediaThread
internal import TransportABI

/// Prefetching: with many calls, each ring is out of the cache by its turn.
extension MixTick {
  /// The distance in groups for slots; control blocks, which locate the slots, are prefetched twice as far ahead.
  private static let distance = 2

  /// Prefetches for the first groups, which `prefetch` would reach too late.
  func prefetchFirst(_ groups: UnsafeMutableBufferPointer<GroupRow>) {
    for place in 0..<min(2 * Self.distance, groups.count) { prefetchControl(groups[place]) }
    for place in 0..<min(Self.distance, groups.count) { prefetchSlots(groups[place]) }
  }

  /// Prefetches for groups after the one at `place`; call it before that group's turn.
  @inline(__always)
  func prefetch(_ groups: UnsafeMutableBufferPointer<GroupRow>, after place: Int) {
    let far = place + 2 * Self.distance, near = place + Self.distance
    if far < groups.count { prefetchControl(groups[far]) }
    if near < groups.count { prefetchSlots(groups[near]) }
  }

  /// Prefetches each member's strip and control blocks.
  private func prefetchControl(_ group: GroupRow) {
    for member in group.members {
      let block = member.block
      hookswitch_prefetch(member.strip)
      prefetch(block.outward.table.ctl, bytes: MemoryLayout<hsw_ring_ctl>.size)
      prefetch(block.inward.table.ctl, bytes: MemoryLayout<hsw_ring_ctl>.size)
    }
  }

  /// Prefetches the slots of each member's next frames.
  ///
  /// The engine writes these two indexes. Rings that another process shares may have others in them, which lead outside no ring.
  private func prefetchSlots(_ group: GroupRow) {
    for member in group.members {
      let (out, into) = (member.block.outward.table, member.block.inward.table)
      guard let sending = out.ctl?.pointee.head, let taking = into.ctl?.pointee.tail else { continue }
      prefetch(out.slots.map { $0 + Int(sending & (out.n_slots - 1)) * Int(out.slot_bytes) }, bytes: Int(out.slot_bytes))
      prefetch(into.slots.map { $0 + Int(taking & (into.n_slots - 1)) * Int(into.slot_bytes) }, bytes: Int(into.slot_bytes))
    }
  }

  @inline(__always)
  private func prefetch(_ start: UnsafeMutableRawPointer?, bytes: Int) {
    guard let start else { return }
    for offset in stride(from: 0, to: bytes, by: RingArena.line) { hookswitch_prefetch(start + offset) }
  }
  @inline(__always)
  private func prefetch<Pointee>(_ start: UnsafeMutablePointer<Pointee>?, bytes: Int) {
    prefetch(UnsafeMutableRawPointer(start), bytes: bytes)
  }
}
