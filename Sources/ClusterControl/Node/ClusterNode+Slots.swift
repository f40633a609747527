/// The slots: claims, moves to the wished owners, and lent lines (K4, K6, K9).
extension ClusterNode {
  /// True while the node may write claims.
  var mayWrite: Bool { isConnected && reading == nil && phase == .joined && wasGood }

  /// Takes the state of a slot's key.
  mutating func see(_ index: Int, _ record: SlotRecord?, revision: UInt64, isWhole: Bool, at now: ClusterTime) {
    let pending = slots[index].pending
    let sighting = slots[index].see(record, revision: revision, isWhole: isWhole)
    if let pending, slots[index].pending == nil { underWay[pending.id] = nil }
    if sighting == .wentBack {
      slots[index].barredUntil = now + settings.lease + settings.margin
      emit(.report(.engineWentBack(Slot(index: index, digits: settings.digits))))
    }
    if sighting == .stale { return }
    if !isWhole { judgeOwner(of: index, at: now) }
    slotChanged(index)
  }

  mutating func slotChanged(_ index: Int) {
    if !isReviewDue { toReview.append(index) }
  }

  /// Does what the changes of this event ask for.
  mutating func settle(at now: ClusterTime) {
    guard !slots.isEmpty, phase != .apart, phase != .expired, phase != .leaving, phase != .left else { return }
    // The first wish follows the time of settling: until then nodes appear one after another.
    let wishTime = max(mapSince + settings.settling, nextWish)
    if isWishStale && now >= wishTime {
      wishAgain()
      nextWish = now + settings.wishPause
    }
    if isJudgementDue { judgeOwners(at: now) }
    if let time = reviewAt, time <= now { isReviewDue = true }
    if isReviewDue {
      isReviewDue = false
      reviewAt = nil
      misplaced = []
      for index in slots.indices { review(index, at: now) }
    } else {
      for index in toReview { review(index, at: now) }
    }
    toReview = []
    if isWishStale { reviewAt = min(reviewAt ?? wishTime, wishTime) }
    move(at: now)
    writeLayout()
    noteDrained()
  }

  private mutating func wishAgain() {
    isWishStale = false
    let now = nodes.filter { watched in
      watched.name == name
        ? phase == .joined && state == .active
        : watched.record.state == .active && !watched.isMissing && isLiving(NodeLife(watched.name, watched.record.incarnation))
    }.map { Placement.Member($0.name, weight: $0.record.profile.weight) }
    guard now != active || wish.isEmpty else { return }
    active = now
    placement.include(now)
    wish = placement.wish(active: now.map(\.name), room: settings.room)
    isReviewDue = true
  }

  private func isWishedHere(_ index: Int) -> Bool { !wish.isEmpty && wish[index] >= 0 && placement.members[wish[index]].name == name }

  private mutating func review(_ index: Int, at now: ClusterTime) {
    if slots[index].isBehind { reviewBehind(index, at: now) }
    report(index)
    reviewBorrowed(index)
    let claim = slots[index]
    guard mayWrite, claim.pending == nil else { return }
    if claim.isOwned(by: life), let record = claim.record {
      if claim.isBehind {
        send(.again, changing(record) { $0.fence += 1 }, of: index, at: now)
      } else if !claim.returned.isEmpty {
        let returned = claim.returned
        slots[index].returned = []
        send(.takeBack, changing(record) { for line in returned { $0.lent.takeBack(line) } }, of: index, at: now)
      } else if !rules.contains(.ownerWaitsForReturn), !record.lent.isEmpty {
        send(.takeBack, changing(record) { $0.lent = LentLines() }, of: index, at: now)
      } else if !wish.isEmpty, wish[index] >= 0, !isWishedHere(index), !misplaced.contains(index) {
        misplaced.append(index)
      }
    } else if isWishedHere(index), isVacant(claim) {
      claimVacant(index, at: now)
    }
  }

  /// Ends the doubt about a record with a lower fence, when nobody can act under the higher one any more (K9).
  private mutating func reviewBehind(_ index: Int, at now: ClusterTime) {
    guard isVacant(slots[index]) else { return }
    if let time = slots[index].barredUntil, time > now {
      reviewAt = min(reviewAt ?? time, time)
    } else {
      let gone = gone
      _ = slots[index].acceptStored { !gone.contains($0.incarnation) }
    }
  }

  /// Returns the record with the entries of living borrowers and with a change.
  private func changing(_ record: SlotRecord, _ change: (inout SlotRecord) -> Void) -> SlotRecord {
    var changed = record
    changed.lent = record.lent.keeping(isLiving)
    change(&changed)
    return changed
  }

  private func isVacant(_ claim: SlotClaim) -> Bool {
    guard let owner = claim.record?.owner else { return true }
    return !isLiving(owner)
  }

  private mutating func claimVacant(_ index: Int, at now: ClusterTime) {
    let time = max(mapSince + settings.settling, slots[index].barredUntil ?? now)
    guard time <= now else {
      reviewAt = min(reviewAt ?? time, time)
      return
    }
    let old = slots[index].record ?? SlotRecord(owner: nil, fence: 0)
    let record = changing(old) { record in
      record.owner = life
      record.fence += 1
      if !rules.contains(.heirKeepsLent) { record.lent = LentLines() }
    }
    send(.claim, record, of: index, at: now)
  }

  private mutating func send(_ purpose: SlotClaim.Purpose, _ record: SlotRecord, of index: Int, at now: ClusterTime) {
    guard let slot = Slot(index: index, digits: settings.digits) else { return }
    let id = nextID()
    slots[index].sending(id, purpose, record, at: now)
    underWay[id] = index
    emit(.write(ClusterWrite(id: id, value: .slot(slot, record), expected: slots[index].revision)))
    report(index)
  }

  /// Hands slots over to their wished owners, a few at a time (K6).
  private mutating func move(at now: ClusterTime) {
    guard mayWrite, !misplaced.isEmpty else { return }
    var free = settings.moves - underWay.values.count { slots[$0].pending?.purpose == .handOver }
    while free > 0, let index = misplaced.first {
      misplaced.removeFirst()
      let claim = slots[index]
      guard claim.pending == nil, claim.isOwned(by: life), let record = claim.record, wish[index] >= 0, !isWishedHere(index),
        let heir = watched(placement.members[wish[index]].name), heir.record.state == .active, !heir.isMissing
      else { continue }
      let target = NodeLife(heir.name, heir.record.incarnation)
      guard isLiving(target) else { continue }
      let given = changing(record) { record in
        record.owner = target
        record.fence += 1
        record.lent = record.lent.keeping { $0 != life }
        guard rules.contains(.handOverLends) else { return }
        for line in busy[index] ?? [] where record.lent.borrower(of: line) == nil { record.lent.lend(line, to: life) }
      }
      send(.handOver, given, of: index, at: now)
      free -= 1
    }
  }

  /// Tells the program of a slot that the node got or gave.
  private mutating func report(_ index: Int) {
    let isOwned = slots[index].isOwned(by: life)
    guard isOwned != slots[index].isReported, let slot = Slot(index: index, digits: settings.digits) else { return }
    slots[index].isReported = isOwned
    emit(isOwned ? .gained(slot, fence: slots[index].record?.fence ?? 0) : .lost(slot))
  }

  mutating func lineBusy(_ line: String) {
    noteBusy(line, in: Slot(of: line, digits: settings.digits))
  }

  /// Notes that a line has calls from now on; nothing else changes, and no effect follows.
  ///
  /// - Returns: true when it had none.
  @discardableResult
  package mutating func noteBusy(_ line: String, in slot: Slot) -> Bool {
    // In place: most slots have one busy line.
    func insert(into lines: inout [String]) -> Bool {
      let place = lines.firstIndex { !$0.utf8.lexicographicallyPrecedes(line.utf8) } ?? lines.count
      if place < lines.count && lines[place] == line { return false }
      lines.insert(line, at: place)
      return true
    }
    return insert(into: &busy[slot.index, default: []])
  }

  mutating func lineIdle(_ line: String) {
    noteIdle(line, in: Slot(of: line, digits: settings.digits))
    busyChanged(line)
  }

  /// Notes that a line has no calls.
  ///
  /// - Returns: true when the node may have to act on it, so that the event `busyChanged` follows: it drains, or the slot has moved or moves.
  @discardableResult
  package mutating func noteIdle(_ line: String, in slot: Slot) -> Bool {
    let index = slot.index
    if let place = busy.index(forKey: index) {
      busy.values[place].removeAll { $0 == line }
      if busy.values[place].isEmpty { busy.remove(at: place) }
    }
    guard phase == .joined, drainTerms == nil, slots.indices.contains(index) else { return true }
    let purpose = slots[index].pending?.purpose
    return purpose != nil || !SlotClaim.isOwned(slots[index].record?.owner, purpose, by: life)
  }

  mutating func busyChanged(_ line: String) {
    let index = Slot(of: line, digits: settings.digits).index
    if slots.indices.contains(index) { slotChanged(index) }
  }

  /// Returns the lines of a slot that are lent to this node by another owner.
  private func borrowedLines(_ index: Int) -> [String] {
    guard let record = slots[index].record, record.owner != life else { return [] }
    return record.lent.entries.filter { $0.borrower == life }.map(\.line)
  }

  /// Begins to give back the borrowed lines of a slot that have no call.
  private mutating func reviewBorrowed(_ index: Int) {
    let lines = borrowedLines(index)
    if !lines.isEmpty {
      borrowed.insert(index)
    } else if borrowed.remove(index) != nil {
      returning.removeAll { Slot(of: $0, digits: settings.digits).index == index }
    }
    guard !lines.isEmpty else { return }
    returning.removeAll { Slot(of: $0, digits: settings.digits).index == index && !lines.contains($0) }
    for line in lines where busy[index]?.contains(line) != true && !returning.contains(line) {
      returning.append(line)
      giveBack(line, of: index)
    }
  }

  private mutating func giveBack(_ line: String, of index: Int) {
    guard isConnected, let record = slots[index].record, let owner = record.owner, isLiving(owner) else { return }
    emit(.giveBack(LineReturn(line: line, borrower: life, fence: record.fence), to: owner.node))
  }

  mutating func giveBackAgain() {
    guard !returning.isEmpty else { return }
    for index in borrowed.sorted() {
      for line in borrowedLines(index) where returning.contains(line) { giveBack(line, of: index) }
    }
  }

  /// Takes a borrower's request; one of an earlier lending, or for a line that is not lent to it, is ignored.
  mutating func lineReturned(_ back: LineReturn) {
    let index = Slot(of: back.line, digits: settings.digits).index
    guard slots.indices.contains(index), slots[index].isOwned(by: life), let record = slots[index].record,
      record.fence == back.fence, record.lent.borrower(of: back.line) == back.borrower, !slots[index].returned.contains(back.line)
    else { return }
    slots[index].returned.append(back.line)
    slotChanged(index)
  }

  private mutating func noteDrained() {
    guard drainTerms != nil, !isDrainReported, phase == .joined, borrowed.isEmpty, underWay.isEmpty,
      !slots.contains(where: { $0.record?.owner == life })
    else { return }
    isDrainReported = true
    emit(.drained)
  }
}
