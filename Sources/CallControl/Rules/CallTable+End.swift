extension CallTable {
  /// E1, E2: an End is sent to whoever is still there; it never fails.
  func moveToEnd(_ calls: Few<CallID>) -> Move {
    let live = calls.filter { call in self[call].map { $0.state != .ending } ?? false }
    if !live.isEmpty { return .send(live, .end) }
    return calls.contains { self[$0] != nil } ? .wait : .achieved
  }

  /// Whether the calls can be ended: they must be there.
  func judgeEnd(_ calls: Few<CallID>) throws(CallError) {
    for call in calls { _ = try visible(call) }
  }
}
