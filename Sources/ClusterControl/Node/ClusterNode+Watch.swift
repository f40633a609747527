/// The watch over the other nodes: beats, expiry and the lives that are gone (K3, K9, K10).
extension ClusterNode {
  /// The time without a beat after which a node is expired.
  private var patience: Int64 { settings.lease + settings.margin }

  /// True while the node may judge others (K11, K15).
  var mayLook: Bool { isConnected && reading == nil && (phase == .entering || phase == .joined && wasGood) }

  /// Returns a node's key as this node knows it.
  package func watched(_ node: NodeName) -> WatchedNode? {
    let place = place(of: node)
    return place < nodes.count && nodes[place].name == node ? nodes[place] : nil
  }

  /// Returns true while a life is not known to be gone.
  func isLiving(_ life: NodeLife) -> Bool { !gone.contains(life.incarnation) }

  private func place(of node: NodeName) -> Int {
    var low = 0
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle].name < node { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes the state of a node's key.
  mutating func see(_ node: NodeName, _ record: NodeRecord?, revision: UInt64, isWhole: Bool, at now: ClusterTime) {
    let place = place(of: node)
    guard place < nodes.count, nodes[place].name == node else {
      guard let record else { return }
      nodes.insert(WatchedNode(name: node, record: record, revision: revision, heardAt: now), at: place)
      if record.state == .gone { markGone(NodeLife(node, record.incarnation), isDead: record.isDead) }
      isWishStale = true
      isJudgementDue = true
      watch(from: now)
      if node == name { seeOwn(record, at: now) }
      return
    }
    if !isWhole && revision <= nodes[place].revision { return }
    let old = nodes[place]
    nodes[place].revision = revision
    if let expiry = old.expiry, expiry.expected != revision || (isWhole && expiry.isRefused) { nodes[place].expiry = nil }
    nodes[place].isMissing = record == nil
    // A whole read that shows the same beat is no newer beat, except after a time without a connection.
    if !isWhole || revision != old.revision || record != old.record || old.heardAt < connectedAt { nodes[place].heardAt = now }
    watch(from: now)
    if let record { take(record, over: old, at: place) }
    if old.isMissing != nodes[place].isMissing { isWishStale = true }
    if node == name { seeOwn(record, isBehind: isWhole && isReadBehind, at: now) }
  }

  private mutating func take(_ record: NodeRecord, over old: WatchedNode, at place: Int) {
    nodes[place].record = record
    let life = NodeLife(old.name, record.incarnation)
    let earlier = NodeLife(old.name, old.record.incarnation)
    if record.state != .gone && gone.contains(record.incarnation) {
      // The store lost the expiry: the node stays gone, and the next look writes it again.
      if old.name != name { emit(.report(.engineWentBack(nil))) }
      nextLook = ClusterTime(milliseconds: .min)
    } else if life != earlier {
      markGone(earlier, isDead: false)
      isJudgementDue = true
    }
    if record.state == .gone && !(old.record.state == .gone && life == earlier && old.record.isDead == record.isDead) {
      markGone(life, isDead: record.isDead)
    }
    if record.state != old.record.state || life != earlier || record.profile.weight != old.record.profile.weight { isWishStale = true }
  }

  private mutating func watch(from now: ClusterTime) {
    let due = rules.contains(.expiryWaits) ? now + patience : now
    nextLook = min(nextLook ?? due, due)
  }

  /// Notes that a life is gone for certain: its slots are vacant, and the lines that it borrowed are free.
  mutating func markGone(_ life: NodeLife, isDead: Bool) {
    guard life != self.life else { return }
    let isNew = gone.insert(life.incarnation).inserted
    guard isNew || isDead else { return }
    emit(.nodeGone(life, isDead: isDead))
    isReviewDue = true
    isWishStale = true
  }

  /// Expires the nodes whose time is over.
  mutating func look(at now: ClusterTime) {
    guard mayLook, let due = nextLook, due <= now else { return }
    nextLook = nil
    for place in nodes.indices {
      let watched = nodes[place]
      guard watched.record.state != .gone, watched.expiry == nil else { continue }
      if watched.name == name {
        // A node that enters waits for the end of its predecessor; a life of its own that the store brought back is no hindrance.
        guard phase == .entering, !watched.isMissing, watched.record.incarnation != incarnation,
          !earlierLives.contains(watched.record.incarnation)
        else { continue }
      } else if phase != .joined {
        continue
      }
      let end = patienceEnd(with: watched, at: now)
      guard end <= now else {
        nextLook = min(nextLook ?? end, end)
        continue
      }
      if watched.name != name, needsProof(of: watched, since: end) {
        awaitsProof = true
        continue
      }
      if rules.contains(.claimNeedsExpiry) {
        expire(watched.name, isDead: false, at: now)
      } else {
        markGone(NodeLife(watched.name, watched.record.incarnation), isDead: false)
      }
    }
    if phase != .joined, nextLook == nil { nextLook = now + settings.beat }
    endDoubts(at: now)
    // The answer to a renewal that is under way is proof as well.
    if awaitsProof, lease.renewal == nil { sendAll(at: now) }
  }

  /// Returns true until the engine has acknowledged a renewal after the time of a silent node was over.
  ///
  /// A lease that was renewed after the other node's last beat outlives this node's patience. So a good lease is no proof that the engine
  /// still takes beats (K11), and an engine that takes none may keep the expiry and take it before the first beat when it works again.
  private func needsProof(of watched: WatchedNode, since end: ClusterTime) -> Bool {
    guard rules.isSuperset(of: [.expiryWaits, .expiryNeedsProof]), !gone.contains(watched.record.incarnation) else { return false }
    guard let acknowledgedAt else { return true }
    return acknowledgedAt < end
  }

  /// Returns true when the key of a life's node has another life.
  func isReplaced(_ life: NodeLife) -> Bool {
    guard let watched = watched(life.node), !watched.isMissing else { return false }
    return watched.record.incarnation != life.incarnation
  }

  private mutating func endDoubts(at now: ClusterTime) {
    guard !doubts.isEmpty else { return }
    for doubt in doubts where doubt.end <= now && isReplaced(doubt.life) { markGone(doubt.life, isDead: false) }
    doubts = doubts.filter { $0.end > now && isReplaced($0.life) }
    for doubt in doubts { nextLook = min(nextLook ?? doubt.end, doubt.end) }
  }

  private func patienceEnd(with watched: WatchedNode, at now: ClusterTime) -> ClusterTime {
    if gone.contains(watched.record.incarnation) || !rules.contains(.expiryWaits) { return now }
    let end = max(watched.heardAt, connectedAt, servedSince) + patience
    guard end <= now, watched.name != name else { return end }
    return isNeighbour(of: watched.name) ? end : end + settings.beat
  }

  /// Returns true when this node is one of the next ones after `node` that live, in the circle of names.
  private func isNeighbour(of node: NodeName) -> Bool {
    let start = place(of: node)
    var passed = 0
    for step in 1..<max(2, nodes.count) {
      let next = nodes[(start + step) % nodes.count]
      if next.name == name { return true }
      if next.record.state == .gone || next.isMissing { continue }
      passed += 1
      if passed >= settings.neighbours { return false }
    }
    return true
  }

  /// Writes that a node is gone, by compare-and-swap on the revision that was seen.
  mutating func expire(_ node: NodeName, isDead: Bool, at now: ClusterTime) {
    let place = place(of: node)
    guard place < nodes.count, nodes[place].name == node, nodes[place].expiry == nil else { return }
    var record = nodes[place].record
    record.state = .gone
    record.isDead = isDead
    let expiry = WatchedNode.Expiry(id: nextID(), record: record, expected: nodes[place].revision, sentAt: now)
    nodes[place].expiry = expiry
    emit(.write(write(expiry, of: node)))
  }

  func write(_ expiry: WatchedNode.Expiry, of node: NodeName) -> ClusterWrite {
    ClusterWrite(id: expiry.id, value: .node(node, expiry.record), expected: compared(expiry.expected, .expiryCompares))
  }

  mutating func declaredDead(_ life: NodeLife, at now: ClusterTime) {
    guard isConnected, reading == nil, life != self.life, let watched = watched(life.node), !watched.record.isDead,
      watched.record.incarnation == life.incarnation
    else { return }
    expire(life.node, isDead: true, at: now)
  }
}
