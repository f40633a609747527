extension CallTable {
  /// E1, E2: an End is sent to whoever is still there; it never fails.
  func moveToEnd(_ calls: Few<CallID>) -> Move {
    var live = Few<CallID>()
    var isThere = false
    for call in calls {
      guard let index = index(of: call) else { continue }
      isThere = true
      if legs[index].state != .ending { live.append(call) }
    }
    if !live.isEmpty { return .send(live, .end) }
    return isThere ? .wait : .achieved
  }

  /// Whether the calls can be ended: they must be there.
  func judgeEnd(_ calls: Few<CallID>) throws(CallError) {
    for call in calls { _ = try visible(call) }
  }
}
