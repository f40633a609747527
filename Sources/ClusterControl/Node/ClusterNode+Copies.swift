// A node whose long events are judged on a copy, while the original answers K5's question.
extension ClusterNode {
  /// Returns true when an event may take longer than a question can wait: the map is read, a wish is computed, or every slot is looked at.
  package func mayTakeLong(_ event: ClusterEvent, at now: ClusterTime) -> Bool {
    switch event {
    case .mapRead, .layoutChanged, .drain, .undrain, .leave, .declaredDead: return true
    case .nodeChanged(let name, let record, _):
      guard let known = watched(name), !known.isMissing, let record, record.incarnation == known.record.incarnation,
        record.state == known.record.state, record.isDead == known.record.isDead,
        record.profile.weight == known.record.profile.weight
      else { return true }
    case .tick, .linked, .connected, .disconnected, .slotChanged, .written, .writeLost, .lineBusy, .lineIdle, .busyChanged,
      .lineReturned, .loadChanged:
      break
    }
    // A lease that begins looks at all slots.
    if !wasGood || isJudgementDue || isReviewDue { return true }
    if let time = reviewAt, time <= now { return true }
    return isWishStale && now >= max(mapSince + settings.settling, nextWish)
  }

  /// Takes the lines with calls from the original, which counted them meanwhile.
  package mutating func takeBusy(of original: ClusterNode) { busy = original.busy }

  /// The lines of a slot that have calls here, in the order of their names.
  package func busyLines(in slot: Slot) -> [String] { busy[slot.index] ?? [] }

  /// The owner of a slot that is not known to be gone, and the fence of its record.
  package func livingOwner(of slot: Slot) -> (owner: NodeLife, fence: UInt64)? {
    guard slots.indices.contains(slot.index), let record = slots[slot.index].record, let owner = record.owner, isLiving(owner) else {
      return nil
    }
    return (owner, record.fence)
  }

  /// True while a line has calls here.
  package var hasCalls: Bool { !busy.isEmpty }

  /// The number of lines that are lent to this node by other owners.
  package var borrowedLineCount: Int {
    borrowed.reduce(0) { sum, index in
      sum + (slots[index].record?.lent.entries.count { $0.borrower == life } ?? 0)
    }
  }

  /// True when another node could take slots.
  package var hasHeirs: Bool {
    nodes.contains { $0.name != name && $0.record.state == .active && !$0.isMissing && isLiving(NodeLife($0.name, $0.record.incarnation)) }
  }
}
