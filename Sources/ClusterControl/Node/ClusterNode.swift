/// A node of a cluster, as a value: events in, effects out, with its own clock's time in each call (K1–K16).
///
/// It reads no clock, draws no number and waits for nothing. The shell sends `ClusterEvent.tick` at `deadline`, carries the effects
/// out in their order, and asks `standing(of:for:at:)` before each act that adds a call. Iteration never follows the order of a hash.
package struct ClusterNode: Hashable, Sendable {
  /// The stages of a node's life in the cluster.
  package enum Phase: Hashable, Sendable {
    /// It has never seen the whole map.
    case apart
    /// It has the map, and the store does not have its record yet.
    case entering
    /// The store has its record.
    case joined
    /// It was expired, and waits for a whole map with a new incarnation.
    case expired
    /// It wrote that it is gone.
    case leaving
    /// The store has that it is gone.
    case left
  }

  /// The name.
  package let name: NodeName
  /// The present life.
  package internal(set) var incarnation: Incarnation
  /// The times and limits.
  package let settings: ClusterSettings
  /// The stage.
  package internal(set) var phase = Phase.apart
  /// The lease.
  package internal(set) var lease = Lease()
  /// The other nodes and this one, in the order of their names.
  package internal(set) var nodes: [WatchedNode] = []
  /// The slots by number; empty before the layout is known.
  package internal(set) var slots: [SlotClaim] = []
  /// The layout.
  package internal(set) var layout: Revised<ClusterLayout>?
  /// The placement with the scores of all nodes that were seen.
  package internal(set) var placement: Placement

  /// The rules that the node keeps; only tests leave one out.
  package var rules: ClusterRules

  let profile: NodeProfile
  var load = NodeLoad()
  var predecessorIsDead: Bool
  /// The lives that may be the dead predecessor; nil for any.
  let predecessors: Set<Incarnation>?
  var drainTerms: NodeDrain?
  var drainEnd = ClusterTime(milliseconds: 0)
  var isDrainReported = false

  /// The lives of this process before the present one.
  var earlierLives: Set<Incarnation> = []
  /// The lives that are gone for certain.
  var gone: Set<Incarnation> = []
  /// True when a node's key has another life than before.
  var isJudgementDue = false
  /// The lives that are probably gone.
  var doubts: [Doubt] = []
  var isConnected = false
  /// True while the engine takes writes, also before its changes can be read.
  var isLinked = false
  /// The number of the whole read under way.
  var reading: UInt64?
  var readCount: UInt64 = 0
  var readSince = ClusterTime(milliseconds: 0)
  var connectedAt = ClusterTime(milliseconds: 0)
  /// The time of the last acknowledged renewal of this life.
  var acknowledgedAt: ClusterTime?
  /// The end of the last time in which the engine acknowledged nothing.
  var servedSince = ClusterTime(milliseconds: 0)
  /// The time at which a whole read is wanted, because a write was refused for an unknown reason.
  var readWanted: ClusterTime?
  /// The changes that came during the whole read.
  var heldBack: [ClusterEvent] = []
  /// True when a renewal was acknowledged during the whole read, which may lack it.
  var isReadBehind = false
  var mapSince = ClusterTime(milliseconds: 0)
  var nextBeat = ClusterTime(milliseconds: 0)
  var nextLook: ClusterTime?
  /// True while a silent node is judged with the answer to the next renewal.
  var awaitsProof = false
  var beat: UInt64 = 0
  var renewalRecord: NodeRecord?
  var writes: UInt64 = 0
  var wasGood = false
  var layoutWrite: ClusterWrite?

  var wish: [Int] = []
  var active: [Placement.Member] = []
  var isWishStale = true
  /// The earliest time of the next computation of the wish.
  var nextWish = ClusterTime(milliseconds: .min)
  var isReviewDue = true
  /// The slots to look at, in the order in which they changed.
  var toReview: [Int] = []
  var reviewAt: ClusterTime?
  /// The slots with a write under way, by its id.
  var underWay: [WriteID: Int] = [:]
  /// The owned slots that belong to another node by the wish.
  var misplaced: [Int] = []
  /// The lines with calls by slot, in the order of their names.
  var busy: [Int: [String]] = [:]
  /// The borrowed lines that are given back, in the order of their names, until the record shows it.
  var returning: [String] = []
  /// The slots of other owners with lines that are lent to this node.
  var borrowed: Set<Int> = []

  var outbox: [ClusterEffect] = []

  /// Creates a node that has not reached the engine.
  ///
  /// - Parameter predecessorIsDead: true when this process got the lock of the node, so that no other process of it lives (K10).
  /// - Parameter predecessors: the lives that processes of this node had on this machine; a record of any other life may be that of
  ///   another machine with the same name, and is expired only after its time. Nil takes any life for the dead predecessor.
  /// - Parameter placement: scores to start with, which the nodes of one process share; scores of other nodes are added.
  package init(
    name: NodeName, incarnation: Incarnation, profile: NodeProfile = NodeProfile(), settings: ClusterSettings = ClusterSettings(),
    predecessorIsDead: Bool = false, predecessors: Set<Incarnation>? = nil, placement: Placement? = nil, rules: ClusterRules = .all
  ) {
    self.name = name
    self.incarnation = incarnation
    self.profile = profile
    self.settings = settings
    self.predecessorIsDead = predecessorIsDead
    self.predecessors = predecessors
    self.rules = rules
    self.placement = placement ?? Placement(digits: settings.digits)
  }

  /// True while the node drains (K14).
  package var isDraining: Bool { drainTerms != nil }

  /// This node in its present life.
  package var life: NodeLife { NodeLife(name, incarnation) }

  /// Takes an event and returns its effects in their order.
  package mutating func handle(_ event: ClusterEvent, at now: ClusterTime) -> [ClusterEffect] {
    noteLease(at: now)
    take(event, at: now)
    settle(at: now)
    noteLease(at: now)
    defer { outbox = [] }
    return outbox
  }

  /// The time at which the node needs a tick; nil before it has reached the engine.
  package var deadline: ClusterTime? {
    var earliest: ClusterTime?
    func consider(_ time: ClusterTime?) {
      if let time, time < earliest ?? ClusterTime(milliseconds: .max) { earliest = time }
    }
    if wasGood { consider(lease.end) }
    if drainTerms != nil { consider(drainEnd) }
    guard isConnected else {
      if isLinked, phase == .joined { consider(nextBeat) }
      return earliest
    }
    if phase != .apart && phase != .expired && phase != .left { consider(nextBeat) }
    if reading != nil {
      consider(readSince + settings.readLimit)
    } else {
      consider(readWanted)
      if mayLook { consider(nextLook) }
      if mayWrite { consider(reviewAt) }
    }
    return earliest
  }

  private mutating func take(_ event: ClusterEvent, at now: ClusterTime) {
    switch event {
    case .tick: tick(at: now)
    case .linked:
      isLinked = true
      renewEarly(at: now)
    case .connected: connected(at: now)
    case .disconnected:
      isLinked = false
      isConnected = false
      reading = nil
      heldBack = []
    case .mapRead(let number, let map, let fresh): if reading == number { mapRead(map, fresh: fresh, at: now) }
    case .nodeChanged, .slotChanged, .layoutChanged, .written: hear(event, at: now)
    case .writeLost(let id): writeLost(id, at: now)
    case .lineBusy(let line): lineBusy(line)
    case .lineIdle(let line): lineIdle(line)
    case .busyChanged(let line): busyChanged(line)
    case .lineReturned(let back): lineReturned(back)
    case .loadChanged(let new): load = new
    case .drain(let terms):
      drainTerms = terms
      drainEnd = now + terms.limit
      isDrainReported = false
      changedState(at: now)
    case .undrain:
      drainTerms = nil
      changedState(at: now)
    case .leave: leave(at: now)
    case .declaredDead(let life): declaredDead(life, at: now)
    }
  }

  mutating func emit(_ effect: ClusterEffect) {
    outbox.append(effect)
  }

  mutating func nextID() -> WriteID {
    writes += 1
    return WriteID(incarnation, writes)
  }

  /// Emits the change of the lease since the last look.
  private mutating func noteLease(at now: ClusterTime) {
    let isGood = lease.isGood(at: now) && phase != .expired && phase != .left && phase != .leaving
    guard isGood != wasGood else { return }
    wasGood = isGood
    emit(isGood ? .leaseBegan : .leaseEnded)
    isReviewDue = isReviewDue || isGood
    if isGood { settle(at: now) }
  }
}
