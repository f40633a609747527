/// The transfers that a far end follows, and the calls of its own that result.
struct FarMove {
  private var requests = 0
  private var own: Set<UInt64> = []
  /// The number of its own calls that may still come back to itself.
  private var expected = 0

  /// Returns the requests that it has not handled yet.
  mutating func newRequests(_ ledger: Ledger) -> ArraySlice<(call: UInt64, kind: String, handle: String)> {
    defer { requests = ledger.transferRequests.count }
    return ledger.transferRequests.dropFirst(requests)
  }

  /// Notes that it makes a call of its own.
  mutating func begin(_ call: UInt64) {
    own.insert(call)
    expected += 1
  }

  /// Returns the calls that it made to itself: they replace another call, or exceed the `expected` calls of ours.
  mutating func arrivals(_ ledger: Ledger, expected ours: Int) -> [UInt64] {
    guard expected > 0 else { return [] }
    let incoming = others(ledger.incomingOrder)
    let surplus = incoming.dropFirst(ours)
    let arrived = incoming.filter { ledger.calls[$0]?.stage == .incoming && (ledger.calls[$0]?.replaces != 0 || surplus.contains($0)) }
    own.formUnion(arrived)
    expected -= arrived.count
    return arrived
  }

  /// Returns the calls without its own.
  func others(_ calls: [UInt64]) -> [UInt64] { calls.filter { !own.contains($0) } }
}
