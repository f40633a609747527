/// Matches our calls with the far end's, by the order in which they came.
struct CallPairs {
  private var pairs: [UInt64: UInt64] = [:]
  /// Calls that came in at the far end and belong to none of our present calls.
  private var strays: Set<UInt64> = []
  /// Our calls that began before this far end existed.
  private let earlier: Set<UInt64>

  /// Matches only calls that begin from now on.
  init(near: Ledger) { earlier = Set(near.calls.keys) }

  /// Returns the far end's id of our call, once both ends have seen it.
  ///
  /// Calls that we dialed match the far end's incoming calls, and our incoming calls match those that it dialed.
  mutating func find(_ call: CallRef, near: Ledger, farIncoming: [UInt64], farDialed: [UInt64]) -> UInt64? {
    if let known = pairs[call.id] { return known }
    match(outgoing(near), farIncoming.filter { !strays.contains($0) })
    match(near.incomingOrder.filter { !earlier.contains($0) }, farDialed)
    return pairs[call.id]
  }

  /// Drops the match of a far-end call that belongs to an earlier call of ours, which the network delivered late.
  mutating func discard(_ their: UInt64) {
    strays.insert(their)
    for (our, other) in pairs where other == their { pairs[our] = nil }
  }

  /// Returns our calls to the far end, in the order in which they were begun.
  func outgoing(_ near: Ledger) -> [UInt64] {
    near.calls.filter { id, call in !call.isIncoming && call.stage != .void && call.stage != .starting && !earlier.contains(id) }
      .keys.sorted()
  }

  private mutating func match(_ ours: [UInt64], _ theirs: [UInt64]) {
    let taken = Set(pairs.values)
    for (our, their) in zip(ours.filter { pairs[$0] == nil }, theirs.filter { !taken.contains($0) }) { pairs[our] = their }
  }
}
