/// One slot as a node knows it: the record that it believes, and its own write without an answer (K4, K6, K9).
package struct SlotClaim: Hashable, Sendable {
  /// The purpose of a write.
  package enum Purpose: Hashable, Sendable {
    /// The node becomes the owner of a vacant slot.
    case claim
    /// The owner gives the slot to another node.
    case handOver
    /// The owner takes entries of lent lines out.
    case takeBack
    /// The owner writes its claim again, because the store lost it.
    case again
  }

  /// A write without an answer.
  package struct Pending: Hashable, Sendable {
    /// Its id.
    package let id: WriteID
    /// Its purpose.
    package let purpose: Purpose
    /// The value.
    package let record: SlotRecord
    /// The revision that it compares with.
    package let expected: UInt64
    /// The time of the last sending.
    package var sentAt: ClusterTime
    /// True when the store refused it.
    ///
    /// It stays until a later record shows the state of the key: a write that was sent again after its
    /// first copy was stored is refused too.
    package var isRefused = false
  }

  /// The result of a look at the store.
  package enum Sighting: Hashable, Sendable {
    /// A later record is known.
    case stale
    /// The record is believed.
    case believed
    /// The store has an older state than was seen before: the earlier record is still believed (K9).
    case wentBack
  }

  /// The record that the node believes; nil when none was ever seen.
  package private(set) var record: SlotRecord?
  /// The revision of the key; 0 when it does not exist.
  package private(set) var revision: UInt64 = 0
  /// The write without an answer.
  package private(set) var pending: Pending?
  /// The time before which nobody but the owner claims the slot, because its record was lost.
  package internal(set) var barredUntil: ClusterTime?
  /// True when the store has an older state than `record`.
  package private(set) var isBehind = false
  /// The record that the store has, while it is not believed.
  private var stored: SlotRecord?
  /// The lines that their borrowers gave back, and whose entries are to be taken out.
  package internal(set) var returned: [String] = []
  /// True when the program was last told that the node owns the slot.
  package internal(set) var isReported = false

  /// Creates the claim of a slot that was never seen.
  package init() {}

  /// Returns true when this life owns the slot for certain.
  package func isOwned(by me: NodeLife, rules: ClusterRules = .all) -> Bool {
    Self.isOwned(record?.owner, pending?.purpose, by: me, rules: rules)
  }

  /// The same of a claim's parts: a method of an element of an array gets a copy of it, and each call of the host comes by here.
  static func isOwned(_ owner: NodeLife?, _ purpose: Purpose?, by me: NodeLife, rules: ClusterRules = .all) -> Bool {
    guard owner == me else { return false }
    // The answer to a hand-over may be lost, so the slot is away from its sending on.
    return purpose != .handOver || !rules.contains(.handOverFromSending)
  }

  /// Takes a record that the store has.
  package mutating func see(_ seen: SlotRecord?, revision: UInt64, isWhole: Bool) -> Sighting {
    if !isWhole && revision <= self.revision { return .stale }
    self.revision = revision
    // A write whose revision has passed is stored or never will be.
    if let pending, revision != pending.expected || (isWhole && pending.isRefused) { self.pending = nil }
    let fence = record?.fence ?? 0
    let seenFence = seen?.fence ?? 0
    if seenFence < fence || (seenFence == fence && seen?.owner != record?.owner) {
      isBehind = true
      stored = seen
      return .wentBack
    }
    // A return names the fence of its lending.
    if seenFence != fence { returned = [] }
    record = seen
    isBehind = false
    if seen != nil { barredUntil = nil }
    return .believed
  }

  /// Notes that a write is about to be sent.
  package mutating func sending(_ id: WriteID, _ purpose: Purpose, _ record: SlotRecord, at now: ClusterTime) {
    pending = Pending(id: id, purpose: purpose, record: record, expected: revision, sentAt: now)
  }

  /// Notes that the same write is about to be sent again.
  package mutating func sendingAgain(at now: ClusterTime) {
    pending?.sentAt = now
  }

  /// Takes the store's word that it has the write.
  package mutating func acknowledged(_ id: WriteID, revision: UInt64) -> Bool {
    guard let pending, pending.id == id else { return false }
    self.pending = nil
    guard revision > self.revision else { return false }
    self.revision = revision
    if pending.record.fence != record?.fence { returned = [] }
    record = pending.record
    isBehind = false
    barredUntil = nil
    return true
  }

  /// Takes the store's word that it refused the write.
  package mutating func refused(_ id: WriteID) -> Bool {
    guard pending?.id == id else { return false }
    pending?.isRefused = true
    return true
  }

  /// Believes the store's record of an owner that lives, because the owner with the higher fence is gone.
  package mutating func acceptStored(_ isLiving: (NodeLife) -> Bool) -> Bool {
    guard isBehind, let stored, let owner = stored.owner, isLiving(owner) else { return false }
    record = stored
    isBehind = false
    barredUntil = nil
    returned = []
    return true
  }

  /// Forgets the write and the returns of an earlier life.
  package mutating func beginLife() {
    pending = nil
    returned = []
  }
}
