extension CallTable {
  /// G1–G3: returns the next step of a merge of the whole groups of `calls`.
  func moveToMerge(_ calls: [CallID], _ context: PlanContext) throws(CallError) -> Move {
    var legs: [Leg] = []
    for (place, call) in calls.enumerated() { legs.append(try groupable(call, isOther: place > 0)) }
    guard let first = legs.first, Set(calls).count == calls.count, calls.count > 1 else {
      throw CallError(.invalidAction, calls)
    }
    let anchor = context.hasDecided ? first : legs.first { $0.state == .active } ?? first
    return try moveToUnite(legs, around: anchor)
  }

  /// G5: returns the next step of joining another call's group; a call leaves its former group first.
  func moveToJoin(_ call: CallID, with other: CallID, _ context: PlanContext) throws(CallError) -> Move {
    guard call != other else { throw CallError(.invalidAction, [call]) }
    let leg = try groupable(call)
    let target = try groupable(other, isOther: true)
    if leg.group == target.group || size(of: leg.group) == 1 { return try moveToUnite([leg, target], around: target) }
    try judgeUnion([leg] + legs.filter { $0.group == target.group })
    if let move = try moveToLeave(leg) { return move }
    return try moveToUnite([leg, target], around: target)
  }

  /// G4: returns the next step of splitting a call from its group and bringing it to the front.
  func moveToPart(_ call: CallID, _ context: PlanContext) throws(CallError) -> Move {
    let leg = try groupable(call)
    if size(of: leg.group) > 1 {
      if leg.bridge != nil && !leg.capabilities.contains(.ungrouping) { throw CallError(.groupingUnsupported, [call]) }
      guard hasRoom(for: nil, at: leg.provider) else { throw CallError(.maximumCallGroupsReached, callsInTheWay.filter { $0 != call }) }
      if let move = try moveToLeave(leg) { return move }
    } else if context.isJudging {
      throw CallError(.invalidAction, [call])
    }
    return try moveToResume(call, context)
  }

  /// Returns a call that can join or leave a group; an unknown call to join is an invalid action (G5).
  private func groupable(_ call: CallID, isOther: Bool = false) throws(CallError) -> Leg {
    if isOther, self[call]?.isVisible != true { throw CallError(.invalidAction, [call]) }
    let leg = legs[try visible(call)]
    if leg.marks.contains(.emergency) { throw CallError(.emergencyInProgress, [call]) }
    guard leg.state.isConnected, !leg.marks.contains(.transferring) else { throw CallError(.invalidAction, [call]) }
    return leg
  }

  /// Takes a call out of its group; the rest is held first, so that no party overhears.
  private func moveToLeave(_ leg: Leg) throws(CallError) -> Move? {
    let rest = legs.filter { $0.group == leg.group && $0.id != leg.id && $0.isInFront }
    if let emergency = rest.first(where: { $0.marks.contains(.emergency) }) { throw CallError(.emergencyInProgress, [emergency.id]) }
    if let deaf = rest.first(where: { !$0.isHoldable }) { throw CallError(.cannotHold, [deaf.id]) }
    if leg.state == .held, let move = try moveToClearFront(for: Few(one: leg.group), reason: .call(leg.id)) { return move }
    if !rest.isEmpty { return .hold(Few(rest.map(\.id)), .call(leg.id)) }
    guard leg.bridge != nil else { return .split(leg.id) }
    if !leg.capabilities.contains(.ungrouping) { throw CallError(.groupingUnsupported, [leg.id]) }
    return .send(Few(one: leg.id), .setGroup(with: nil))
  }

  /// Unites groups around a call: holds those in the way, resumes the held ones, then bridges or mixes all.
  private func moveToUnite(_ calls: [Leg], around anchor: Leg) throws(CallError) -> Move {
    let groups = Set(calls.map(\.group))
    let members = legs.filter { groups.contains($0.group) && $0.state != .ending }
    guard members.contains(where: { $0.group != anchor.group || $0.state == .held }) else { return .achieved }
    try judgeComingForward()
    if groups.count > 1 { try judgeUnion(members) }
    if let move = try moveToClearFront(for: Few(groups), reason: .call(anchor.id)) { return move }
    let held = Few(members.filter { $0.state == .held }.map(\.id))
    if !held.isEmpty { return .send(held, .setHeld(false)) }
    let apart = Few(members.filter { $0.group != anchor.group }.map(\.id))
    guard bridgesNatively(members.map(\.id)) else { return .mix(apart, with: anchor.id) }
    return .send(Few(one: apart[0]), .setGroup(with: anchor.id))
  }

  /// G2, G3: throws when the calls may not be one group.
  private func judgeUnion(_ members: [Leg]) throws(CallError) {
    let calls = members.map(\.id)
    if !bridgesNatively(calls) {
      guard policy.hostMixing, members.allSatisfy({ $0.capabilities.contains(.audio) }) else {
        throw CallError(.groupingUnsupported, calls)
      }
    }
    guard calls.count <= policy.maximumCallsPerCallGroup else { throw CallError(.maximumCallsPerCallGroupReached, calls) }
    for leg in members {
      let own = members.count { $0.provider == leg.provider }
      if own > roster.maximumCallsPerCallGroup(of: leg.provider) {
        throw CallError(.maximumCallsPerCallGroupReached, calls)
      }
    }
  }
}
