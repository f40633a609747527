/// The node's view of the store: the whole read after each connection (K15), and the changes after it.
extension ClusterNode {
  /// The largest number of changes that wait for a whole read; one more begins the read again.
  static let heldBackLimit = 200_000

  mutating func connected(at now: ClusterTime) {
    isConnected = true
    connectedAt = now
    beginRead(at: now)
  }

  mutating func beginRead(at now: ClusterTime) {
    readCount += 1
    reading = readCount
    readSince = now
    readWanted = nil
    heldBack = []
    isReadBehind = false
    emit(.readMap(readCount))
  }

  /// Wants a whole read at `time`, unless one is wanted earlier.
  mutating func wantRead(at time: ClusterTime) {
    if reading == nil { readWanted = min(readWanted ?? time, time) }
  }

  /// Takes a change of the store, or holds it back during a whole read: without it a change is not comparable with the read.
  mutating func hear(_ event: ClusterEvent, at now: ClusterTime) {
    if case .written(let id, let revision) = event, acknowledgeLease(id, revision: revision, at: now) { return }
    if reading != nil {
      heldBack.append(event)
      if heldBack.count > ClusterNode.heldBackLimit {
        emit(.report(.readRestarted))
        beginRead(at: now)
      }
      return
    }
    guard phase != .apart else { return }
    switch event {
    case .nodeChanged(let node, let record, let revision): see(node, record, revision: revision, isWhole: false, at: now)
    case .slotChanged(let slot, let record, let revision):
      if slot.digits == settings.digits, slots.indices.contains(slot.index) {
        see(slot.index, record, revision: revision, isWhole: false, at: now)
      }
    case .layoutChanged(let value, let revision):
      if revision > layout?.revision ?? 0 { see(layout: value.map { Revised($0, revision: revision) }, at: now) }
    case .written(let id, let revision): written(id, revision: revision, at: now)
    default: break
    }
  }

  mutating func mapRead(_ map: ClusterMap, fresh: Incarnation, at now: ClusterTime) {
    reading = nil
    if phase == .apart || phase == .expired { mapSince = now }
    see(layout: map.layout, at: now)
    // The nodes first: the records of slots refer to lives.
    let wasKnown = nodes.map(\.name)
    for node in map.nodes.keys.sorted() {
      guard let seen = map.nodes[node] else { continue }
      see(node, seen.value, revision: seen.revision, isWhole: true, at: now)
    }
    for node in wasKnown where map.nodes[node] == nil { see(node, nil, revision: 0, isWhole: true, at: now) }
    for index in slots.indices {
      let seen = Slot(index: index, digits: settings.digits).flatMap { map.slots[$0] }
      see(index, seen?.value, revision: seen?.revision ?? 0, isWhole: true, at: now)
    }
    let held = heldBack
    heldBack = []
    for event in held { hear(event, at: now) }
    if phase == .apart { phase = .entering }
    if phase == .expired { beginLife(fresh, at: now) }
    forgetGone()
    isWishStale = true
    isReviewDue = true
    isJudgementDue = true
    sendAll(at: now)
    nextLook = now
  }

  /// Looks for slots whose owner or borrower has another life by its node's key.
  mutating func judgeOwners(at now: ClusterTime) {
    isJudgementDue = false
    for index in slots.indices { judgeOwner(of: index, at: now) }
  }

  mutating func judgeOwner(of index: Int, at now: ClusterTime) {
    guard let record = slots[index].record else { return }
    if let owner = record.owner { judgeOwner(owner, at: now) }
    for entry in record.lent.entries { judgeOwner(entry.borrower, at: now) }
  }

  /// Doubts a life that a slot names and that its node's key does not have.
  ///
  /// It is gone, unless the store lost the newer key; then the node writes its key again before the time of a lease is over.
  private mutating func judgeOwner(_ life: NodeLife, at now: ClusterTime) {
    guard life != self.life, isLiving(life), isReplaced(life), !doubts.contains(where: { $0.life == life }) else { return }
    let end = now + settings.lease + settings.margin
    doubts.append(Doubt(life: life, end: end))
    nextLook = min(nextLook ?? end, end)
  }

  private mutating func see(layout seen: Revised<ClusterLayout>?, at now: ClusterTime) {
    if let seen, seen.value.digits != settings.digits {
      emit(.report(.otherLayout(digits: seen.value.digits)))
      slots = []
      underWay = [:]
      toReview = []
      misplaced = []
      returning = []
      borrowed = []
      layout = seen
      return
    }
    if slots.isEmpty {
      slots = Array(repeating: SlotClaim(), count: Slot.count(digits: settings.digits))
      // A slot without a record may have had an owner before the bucket was lost, and that owner's lease may be good (K9).
      for index in slots.indices { slots[index].barredUntil = now + settings.lease + settings.margin }
    }
    if let was = layout, was.value.era != seen?.value.era {
      for index in slots.indices where slots[index].record == nil {
        slots[index].barredUntil = now + settings.lease + settings.margin
      }
      if seen == nil { emit(.report(.engineWentBack(nil))) }
    }
    layout = seen
    layoutWrite = nil
  }

  /// Writes the layout where the store has none: the bucket is new, or it was lost.
  mutating func writeLayout() {
    guard layout == nil, layoutWrite == nil, isConnected, reading == nil, phase == .joined else { return }
    let write = ClusterWrite(id: nextID(), value: .layout(ClusterLayout(digits: settings.digits, era: incarnation)), expected: 0)
    layoutWrite = write
    emit(.write(write))
  }

  /// Takes the word of the store that it has a write.
  private mutating func written(_ id: WriteID, revision: UInt64, at now: ClusterTime) {
    if let write = layoutWrite, write.id == id, case .layout(let value) = write.value {
      see(layout: Revised(value, revision: revision), at: now)
    } else if let place = nodes.firstIndex(where: { $0.expiry?.id == id }), let expiry = nodes[place].expiry {
      nodes[place].expiry = nil
      if revision > nodes[place].revision {
        see(nodes[place].name, expiry.record, revision: revision, isWhole: false, at: now)
      }
    } else if let index = underWay.removeValue(forKey: id) {
      _ = slots[index].acknowledged(id, revision: revision)
      slotChanged(index)
    }
  }

  mutating func writeLost(_ id: WriteID, at now: ClusterTime) {
    if lease.renewal?.id == id {
      // The key has another revision: this node was expired, the store went back, or an earlier copy of the renewal was stored.
      lease.lost()
      wantRead(at: now)
    } else if layoutWrite?.id == id {
      wantRead(at: now)
    } else if let place = nodes.firstIndex(where: { $0.expiry?.id == id }) {
      if nodes[place].revision > nodes[place].expiry?.expected ?? 0 {
        nodes[place].expiry = nil
      } else {
        nodes[place].expiry?.isRefused = true
        wantRead(at: now + settings.beat)
      }
    } else if let index = underWay[id], slots[index].refused(id) {
      // The change that defeated the write is on its way as a rule.
      wantRead(at: now + settings.beat)
    }
  }

  /// Bounds the memory of lives that are gone: those that no record names are forgotten.
  private mutating func forgetGone() {
    guard gone.count > 4_096 else { return }
    var named = Set(nodes.map(\.record.incarnation))
    for claim in slots {
      if let owner = claim.record?.owner { named.insert(owner.incarnation) }
      for entry in claim.record?.lent.entries ?? [] { named.insert(entry.borrower.incarnation) }
    }
    gone.formIntersection(named)
  }
}
