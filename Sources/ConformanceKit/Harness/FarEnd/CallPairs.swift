/// Which call of ours is which call of the far end's, told by the order in which they came.
struct CallPairs {
  private var pairs: [UInt64: UInt64] = [:]

  /// The far end's name of our call, if both have seen it by now.
  ///
  /// What we dialed is matched with what came in there, and what came in here with what was dialed there.
  mutating func find(_ call: CallRef, near: Ledger, farIncoming: [UInt64], farDialed: [UInt64]) -> UInt64? {
    if let known = pairs[call.id] { return known }
    let outgoing = near.calls.filter { !$0.value.isIncoming && $0.value.stage != .void && $0.value.stage != .starting }.keys.sorted()
    match(outgoing, farIncoming)
    match(near.incomingOrder, farDialed)
    return pairs[call.id]
  }

  private mutating func match(_ ours: [UInt64], _ theirs: [UInt64]) {
    let taken = Set(pairs.values)
    for (our, their) in zip(ours.filter { pairs[$0] == nil }, theirs.filter { !taken.contains($0) }) { pairs[our] = their }
  }
}
