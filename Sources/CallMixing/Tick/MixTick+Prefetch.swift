internal import CMediaThread
internal import TransportABI

/// Memory that is asked for before it is needed: with many calls, rings are cold whenever their turn comes.
extension MixTick {
  /// How many groups ahead slots are asked for; control blocks, which say where those are, twice as far.
  private static let distance = 2

  /// Before the first group: what those that nobody asks for in time will need.
  func prefetchFirst(_ groups: UnsafeMutableBufferPointer<GroupRow>) {
    for place in 0..<min(2 * Self.distance, groups.count) { prefetchControl(groups[place]) }
    for place in 0..<min(Self.distance, groups.count) { prefetchSlots(groups[place]) }
  }

  /// Before the group at `place`.
  @inline(__always)
  func prefetch(_ groups: UnsafeMutableBufferPointer<GroupRow>, after place: Int) {
    let far = place + 2 * Self.distance, near = place + Self.distance
    if far < groups.count { prefetchControl(groups[far]) }
    if near < groups.count { prefetchSlots(groups[near]) }
  }

  /// The strip and the control blocks of each member.
  private func prefetchControl(_ group: GroupRow) {
    for member in group.members {
      let block = member.block
      hookswitch_prefetch(block.start)
      prefetch(block.outward.table.ctl, bytes: MemoryLayout<hsw_ring_ctl>.size)
      prefetch(block.inward.table.ctl, bytes: MemoryLayout<hsw_ring_ctl>.size)
    }
  }

  /// The slots that each member's next frames are in.
  ///
  /// Both indexes are the engine's own: nobody else writes them.
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
