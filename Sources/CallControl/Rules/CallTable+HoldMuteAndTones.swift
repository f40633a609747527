extension CallTable {
  /// H1, H2: returns the next step of holding a call's group.
  func moveToHold(_ call: CallID) throws(CallError) -> Move {
    let place = try visible(call)
    let group = legs[place].group
    func isMember(_ index: Int) -> Bool { legs[index].group == group && legs[index].state != .ending }
    for index in legs.indices where isMember(index) && legs[index].marks.contains(.emergency) {
      throw CallError(.emergencyInProgress, [legs[index].id])
    }
    for index in legs.indices where isMember(index) && legs[index].marks.contains(.transferring) {
      throw CallError(.invalidAction, [legs[index].id])
    }
    for index in legs.indices where isMember(index) && legs[index].state != .held && !legs[index].capabilities.contains(.holding) {
      throw CallError(.holdingUnsupported, [legs[index].id])
    }
    guard legs[place].state.isConnected else { throw CallError(.invalidAction, [call]) }
    let unheld = calls { isMember($0) && legs[$0].state == .active }
    return unheld.isEmpty ? .achieved : .send(unheld, .setHeld(true))
  }

  /// H3–H6: returns the next step of bringing a call's group to the front.
  ///
  /// K8: the host's own resumes bring back what was in front before (X8), and so are not judged by the line's standing.
  func moveToResume(_ call: CallID, _ context: PlanContext) throws(CallError) -> Move {
    let place = try visible(call)
    guard legs[place].state.isConnected else { throw CallError(.invalidAction, [call]) }
    let group = legs[place].group
    let held = calls { legs[$0].group == group && legs[$0].state == .held }
    for index in legs.indices where legs[index].group == group && legs[index].marks.contains(.transferring) {
      throw CallError(.invalidAction, [legs[index].id])
    }
    if held.isEmpty { return .achieved }
    if context.origin != .host { try judgeComingForward() }
    if let move = try moveToClearFront(for: Few(one: group), reason: .call(call)) { return move }
    return .send(held, .setHeld(false))
  }

  /// H5: returns a hold of the front group, unless it is one of `groups` or none.
  func moveToClearFront(for groups: Few<GroupID>, reason: HoldReason) throws(CallError) -> Move? {
    func isInTheWay(_ index: Int) -> Bool { legs[index].isInFront && !groups.contains(legs[index].group) }
    guard let first = legs.indices.first(where: isInTheWay) else { return nil }
    for index in legs.indices where isInTheWay(index) && legs[index].marks.contains(.emergency) {
      throw CallError(.emergencyInProgress, [legs[index].id])
    }
    for index in legs.indices where isInTheWay(index) && legs[index].state.isOutgoingInProgress {
      throw CallError(.outgoingCallInProgress, [legs[index].id])
    }
    for index in legs.indices where isInTheWay(index) && legs[index].state == .answering {
      throw CallError(.answerInProgress, [legs[index].id])
    }
    let front = legs[first].group
    guard isHoldable(front) else { throw CallError(.cannotHold, Array(unheld(in: front))) }
    return .hold(unheld(in: front), reason)
  }

  /// H4 without a target: swaps to the most recently held group.
  func moveToSwap(_ context: PlanContext) throws(CallError) -> Move {
    guard let group = resumable, let call = members(of: group).first else { throw CallError(.invalidAction) }
    return try moveToResume(call, context)
  }
}

extension CallTable {
  /// M1: returns the next step of muting.
  func moveToMute(_ call: CallID, _ value: Bool) throws(CallError) -> Move {
    let leg = legs[try visible(call)]
    if leg.marks.contains(.emergency) { throw CallError(.emergencyInProgress, [call]) }
    switch leg.state {
    case .requested where !leg.marks.contains(.startSent), .ringing, .screening, .ending, .ended: throw CallError(.invalidAction, [call])
    case .requested, .dialing, .connecting, .answering, .active, .held: break
    }
    return leg.marks.contains(.muted) == value ? .achieved : .send(Few(one: call), .setMuted(value))
  }

  /// M2: returns the next step of sending tones.
  func moveToPlay(_ digits: String, _ kind: DTMFKind, on call: CallID) throws(CallError) -> Move {
    try judgeTones(on: call)
    return .send(Few(one: call), .playDTMF(digits, kind))
  }

  /// M2: a pause waits, and needs a call on which tones can be sent.
  func moveToPause(_ call: CallID) throws(CallError) -> Move {
    try judgeTones(on: call)
    return .wait
  }

  private func judgeTones(on call: CallID) throws(CallError) {
    let leg = legs[try visible(call)]
    guard leg.state == .active, leg.capabilities.contains(.dtmf) else { throw CallError(.invalidAction, [call]) }
  }
}
