/// The node's own key: renewals, the beat, the beginning and the end of a life (K2, K8, K10, K14).
extension ClusterNode {
  /// The state that the node's record says.
  var state: NodeRecord.State { drainTerms == nil ? .active : .draining }

  mutating func tick(at now: ClusterTime) {
    if let terms = drainTerms, now >= drainEnd {
      drainEnd = ClusterTime(milliseconds: .max)
      emit(.drainTimedOut(terms.then))
    }
    guard isConnected else {
      if now >= nextBeat { renewEarly(at: now) }
      return
    }
    if reading != nil {
      if now >= readSince + settings.readLimit { beginRead(at: now) }
    } else if let wanted = readWanted, wanted <= now {
      beginRead(at: now)
    }
    if phase != .apart && phase != .expired && now >= nextBeat { sendAll(at: now) }
    look(at: now)
  }

  /// Renews the lease before the map can be read: that takes longest while servers elect a leader, and a renewal claims and judges nothing (K15).
  ///
  /// It compares with the last revision that was seen, so it fails where another node expired this one.
  mutating func renewEarly(at now: ClusterTime) {
    guard isLinked, !isConnected, phase == .joined else { return }
    nextBeat = now + settings.beat
    renew(at: now)
  }

  /// Sends the renewal, and everything again that has no answer for a beat.
  mutating func sendAll(at now: ClusterTime) {
    guard isConnected, phase != .apart, phase != .expired, phase != .left else { return }
    nextBeat = now + settings.beat
    if phase == .entering || phase == .joined { renew(at: now) }
    guard reading == nil else { return }
    sendAgain(at: now)
    giveBackAgain()
  }

  private mutating func sendAgain(at now: ClusterTime) {
    if let write = layoutWrite { emit(.write(write)) }
    for place in nodes.indices {
      guard let expiry = nodes[place].expiry, !expiry.isRefused, now - expiry.sentAt >= settings.beat else { continue }
      nodes[place].expiry?.sentAt = now
      emit(.write(write(expiry, of: nodes[place].name)))
    }
    for id in underWay.keys.sorted() {
      guard let index = underWay[id], let pending = slots[index].pending, !pending.isRefused, now - pending.sentAt >= settings.beat,
        let slot = Slot(index: index, digits: settings.digits)
      else { continue }
      slots[index].sendingAgain(at: now)
      emit(.write(ClusterWrite(id: id, value: .slot(slot, pending.record), expected: pending.expected)))
    }
  }

  /// Sends a renewal, or the one without an answer again under the same id.
  private mutating func renew(at now: ClusterTime) {
    if let renewal = lease.renewal, let record = renewalRecord {
      lease.sendingAgain(at: now)
      emit(.write(ClusterWrite(id: renewal.id, value: .node(name, record), expected: compared(renewal.expected, .renewalCompares))))
      return
    }
    let own = watched(name)
    if phase == .entering, let own, !mayReplace(own) {
      // The predecessor is dead for certain: it is expired at once, before the new life begins.
      let isKnown = predecessors?.contains(own.record.incarnation) ?? true
      if predecessorIsDead && isKnown && own.expiry == nil && reading == nil { expire(own.name, isDead: true, at: now) }
      return
    }
    beat += 1
    let record = NodeRecord(
      incarnation: incarnation, beat: beat, state: state, profile: profile, load: load, unknown: own?.record.unknown ?? [])
    let id = nextID()
    let expected = own?.revision ?? 0
    renewalRecord = record
    lease.sending(id, beat: beat, expected: expected, at: now)
    emit(.write(ClusterWrite(id: id, value: .node(name, record), expected: compared(expected, .renewalCompares))))
  }

  /// Returns true when this life may write over the record of its name.
  private func mayReplace(_ own: WatchedNode) -> Bool {
    own.isMissing || own.record.state == .gone || own.record.incarnation == incarnation || earlierLives.contains(own.record.incarnation)
  }

  func compared(_ revision: UInt64, _ rule: ClusterRules) -> UInt64? { rules.contains(rule) ? revision : nil }

  /// Takes the answer to a renewal; false when the id is of another write.
  mutating func acknowledgeLease(_ id: WriteID, revision: UInt64, at now: ClusterTime) -> Bool {
    guard let renewal = lease.renewal, renewal.id == id, let record = renewalRecord else { return false }
    acknowledge(renewal, at: now)
    let change = ClusterEvent.nodeChanged(name, record, revision: revision)
    if reading != nil {
      heldBack.append(change)
      isReadBehind = true
    } else {
      see(name, record, revision: revision, isWhole: false, at: now)
    }
    return true
  }

  private mutating func acknowledge(_ renewal: Lease.Renewal, at now: ClusterTime) {
    guard lease.acknowledged(beat: renewal.beat, at: now, length: settings.lease, rules: rules) else { return }
    // An engine that acknowledged nothing, such as one server of three, took no beats of others either (K11). After a shorter gap they have
    // time to renew before this node judges them.
    if let last = acknowledgedAt, now - last > settings.lease / 2 { servedSince = now }
    acknowledgedAt = now
    if awaitsProof {
      awaitsProof = false
      nextLook = now
    }
    if phase == .entering {
      phase = .joined
      isWishStale = true
      isReviewDue = true
    }
    // An answer that comes late, and a state that changed meanwhile, ask for another renewal at once.
    if now - renewal.firstSent >= settings.beat || renewalRecord?.state != state { nextBeat = now }
  }

  /// Takes the state of the node's own key.
  ///
  /// - Parameter isBehind: true for a whole read that may be older than the last acknowledged renewal, which follows it.
  mutating func seeOwn(_ record: NodeRecord?, isBehind: Bool = false, at now: ClusterTime) {
    guard phase != .expired, phase != .left else { return }
    guard let record else {
      if phase == .joined {
        emit(.report(.engineWentBack(nil)))
        lease.lost()
        nextBeat = now
      }
      return
    }
    if record.incarnation != incarnation {
      if phase == .entering && record.state == .gone { nextBeat = now }
      if phase == .joined { endLife(at: now) }
      if phase == .leaving { becomeLeft() }
    } else if record.state == .gone {
      if phase == .leaving { becomeLeft() } else { endLife(at: now) }
    } else {
      if let renewal = lease.renewal, renewal.beat == record.beat { acknowledge(renewal, at: now) }
      if record.beat < lease.acknowledgedBeat, !isBehind {
        emit(.report(.engineWentBack(nil)))
        lease.lost()
        nextBeat = now
      }
      if phase == .leaving, watched(name)?.expiry == nil { expire(name, isDead: false, at: now) }
    }
  }

  /// Ends this life: another node expired it (K8).
  private mutating func endLife(at now: ClusterTime) {
    phase = .expired
    gone.insert(incarnation)
    earlierLives.insert(incarnation)
    lease = Lease()
    acknowledgedAt = nil
    renewalRecord = nil
    for index in slots.indices where slots[index].isReported {
      slots[index].isReported = false
      if let slot = Slot(index: index, digits: settings.digits) { emit(.lost(slot)) }
    }
    wantRead(at: now)
  }

  mutating func beginLife(_ fresh: Incarnation, at now: ClusterTime) {
    incarnation = fresh
    writes = 0
    beat = 0
    predecessorIsDead = false
    layoutWrite = nil
    readWanted = nil
    returning = []
    borrowed = []
    underWay = [:]
    for index in slots.indices { slots[index].beginLife() }
    for place in nodes.indices { nodes[place].expiry = nil }
    phase = .entering
    mapSince = now
    emit(.rejoined(fresh))
  }

  mutating func changedState(at now: ClusterTime) {
    isWishStale = true
    if phase == .joined, isConnected, lease.renewal == nil { sendAll(at: now) } else { nextBeat = now }
  }

  mutating func leave(at now: ClusterTime) {
    guard phase == .joined, isConnected, watched(name) != nil else {
      becomeLeft()
      return
    }
    phase = .leaving
    lease = Lease()
    for index in slots.indices where slots[index].isReported {
      slots[index].isReported = false
      if let slot = Slot(index: index, digits: settings.digits) { emit(.lost(slot)) }
    }
    if reading == nil { expire(name, isDead: false, at: now) }
  }

  private mutating func becomeLeft() {
    guard phase != .left else { return }
    phase = .left
    emit(.left)
  }
}
