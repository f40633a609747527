/// The question before each act that adds a call (K5, K7, K14).
extension ClusterNode {
  /// Returns the standing of a line: only `mine` and `borrowed` allow an act that adds a call.
  package func standing(of line: String, for act: AddingAct = .start, at now: ClusterTime) -> ClusterStanding {
    standing(of: line, in: Slot(of: line, digits: settings.digits), for: act, at: now)
  }

  /// Returns the standing of a line whose slot is known.
  package func standing(of line: String, in slot: Slot, for act: AddingAct, at now: ClusterTime) -> ClusterStanding {
    let isGood = phase == .joined && lease.isGood(at: now)
    // An emergency call is promised to nobody else: a node without contact sends it.
    if act == .startEmergency && !isGood { return .mine }
    guard isGood, !slots.isEmpty else { return .cutOff }
    let index = slot.index
    let mayAdd = drainTerms == nil || act == .startEmergency
    if SlotClaim.isOwned(slots[index].record?.owner, slots[index].pending?.purpose, by: life, rules: rules) {
      if rules.contains(.ownerHeedsLent), let borrower = slots[index].record?.lent.borrower(of: line), borrower != life,
        isLiving(borrower)
      {
        return .lent(borrower.node)
      }
      return mayAdd ? .mine : .draining
    }
    let claim = slots[index]
    if isBorrowed(line, claim, index) { return mayAdd ? .borrowed : .draining }
    return standingElsewhere(of: line, claim)
  }

  private func standingElsewhere(of line: String, _ claim: SlotClaim) -> ClusterStanding {
    let record = claim.pending?.purpose == .handOver ? claim.pending?.record : claim.record
    if let borrower = record?.lent.borrower(of: line), borrower != life, isLiving(borrower) { return .elsewhere(borrower.node) }
    guard let owner = record?.owner, isLiving(owner), owner != life else { return .vacant }
    return .elsewhere(owner.node)
  }

  /// Returns true when the line is lent to this node, from the sending of the hand-over until the line is given back.
  private func isBorrowed(_ line: String, _ claim: SlotClaim, _ index: Int) -> Bool {
    if rules.contains(.returnIsFinal), returning.contains(line) { return false }
    guard rules.contains(.handOverLends) else { return busy[index]?.contains(line) == true && claim.record != nil }
    if let pending = claim.pending, pending.purpose == .handOver {
      return !pending.isRefused && pending.record.lent.borrower(of: line) == life
    }
    guard let record = claim.record, record.owner != life else { return false }
    return record.lent.borrower(of: line) == life
  }

  /// Returns true while this node owns a slot and its lease is good.
  package func isOwner(of slot: Slot, at now: ClusterTime) -> Bool {
    phase == .joined && lease.isGood(at: now) && slots.indices.contains(slot.index) && slots[slot.index].isOwned(by: life, rules: rules)
  }

  /// Returns the numbers of the slots that this node owns while its lease is good.
  package func ownedSlots(at now: ClusterTime) -> [Int] {
    guard phase == .joined, lease.isGood(at: now) else { return [] }
    return slots.indices.filter { slots[$0].isReported && slots[$0].isOwned(by: life, rules: rules) }
  }

  /// Returns the node that has the calls of a line: the borrower or the owner; nil when the slot is vacant.
  package func node(for line: String) -> NodeName? { holder(of: line, in: Slot(of: line, digits: settings.digits))?.node }

  /// Returns the node that has the calls of a line: its borrower, or its owner with the fence of the slot; nil when the slot is vacant.
  package func holder(of line: String, in slot: Slot) -> (node: NodeName, fence: UInt64?)? {
    guard slots.indices.contains(slot.index) else { return nil }
    if let borrower = slots[slot.index].record?.lent.borrower(of: line), isLiving(borrower) { return (borrower.node, nil) }
    guard let owner = slots[slot.index].record?.owner, isLiving(owner) else { return nil }
    return (owner.node, slots[slot.index].record?.fence)
  }
}
