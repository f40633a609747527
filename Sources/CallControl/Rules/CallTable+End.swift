extension CallTable {
  /// E1, E2: returns the next step of an End, which never fails.
  func moveToEnd(_ calls: Few<CallID>) -> Move {
    var live = Few<CallID>()
    var isThere = false
    for call in calls {
      guard let index = index(of: call) else { continue }
      isThere = true
      if legs[index].state != .ending { live.append(call) }
    }
    if !live.isEmpty { return .send(live, .end()) }
    return isThere ? .wait : .achieved
  }

  /// Throws when one of the calls to end is unknown.
  func judgeEnd(_ calls: Few<CallID>) throws(CallError) {
    for call in calls { _ = try visible(call) }
  }
}
