/// What a far end does because it was asked to call somebody else: which of its calls have nothing to do with ours.
struct FarMove {
  private var requests = 0
  private var own: Set<UInt64> = []
  /// How many of the calls that it makes may still come back to itself.
  private var expected = 0

  /// Requests that it has not looked at yet.
  mutating func newRequests(_ ledger: Ledger) -> ArraySlice<(call: UInt64, kind: String, handle: String)> {
    defer { requests = ledger.transferRequests.count }
    return ledger.transferRequests.dropFirst(requests)
  }

  /// It makes a call of its own.
  mutating func begin(_ call: UInt64) {
    own.insert(call)
    expected += 1
  }

  /// Calls that came to it from itself, in place of another or one more than we have made: `expected` are ours.
  mutating func arrivals(_ ledger: Ledger, expected ours: Int) -> [UInt64] {
    guard expected > 0 else { return [] }
    let incoming = others(ledger.incomingOrder)
    let surplus = incoming.dropFirst(ours)
    let arrived = incoming.filter { ledger.calls[$0]?.stage == .incoming && (ledger.calls[$0]?.replaces != 0 || surplus.contains($0)) }
    own.formUnion(arrived)
    expected -= arrived.count
    return arrived
  }

  /// Without its own.
  func others(_ calls: [UInt64]) -> [UInt64] { calls.filter { !own.contains($0) } }
}
