/// Which call of ours is which call of the far end's, told by the order in which they came.
struct CallPairs {
  private var pairs: [UInt64: UInt64] = [:]
  /// What came in there and was of no call that we still have.
  private var strays: Set<UInt64> = []
  /// Our calls from before there was this far end.
  private let earlier: Set<UInt64>

  /// Matches the calls that begin from now on.
  init(near: Ledger) { earlier = Set(near.calls.keys) }

  /// The far end's name of our call, if both have seen it by now.
  ///
  /// What we dialed is matched with what came in there, and what came in here with what was dialed there.
  mutating func find(_ call: CallRef, near: Ledger, farIncoming: [UInt64], farDialed: [UInt64]) -> UInt64? {
    if let known = pairs[call.id] { return known }
    match(outgoing(near), farIncoming.filter { !strays.contains($0) })
    match(near.incomingOrder.filter { !earlier.contains($0) }, farDialed)
    return pairs[call.id]
  }

  /// What was taken for a call of ours belongs to one that is over: a network may still deliver what was sent before.
  mutating func discard(_ their: UInt64) {
    strays.insert(their)
    for (our, other) in pairs where other == their { pairs[our] = nil }
  }

  /// Those of our calls that go out to the far end, in the order in which they were begun.
  func outgoing(_ near: Ledger) -> [UInt64] {
    near.calls.filter { id, call in !call.isIncoming && call.stage != .void && call.stage != .starting && !earlier.contains(id) }
      .keys.sorted()
  }

  private mutating func match(_ ours: [UInt64], _ theirs: [UInt64]) {
    let taken = Set(pairs.values)
    for (our, their) in zip(ours.filter { pairs[$0] == nil }, theirs.filter { !taken.contains($0) }) { pairs[our] = their }
  }
}
