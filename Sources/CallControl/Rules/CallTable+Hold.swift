extension CallTable {
  /// H1, H2: what holding a call's group needs next.
  func moveToHold(_ call: CallID) throws(CallError) -> Move {
    let leg = try visible(call)
    let group = legs.filter { $0.group == leg.group && $0.state != .ending }
    if let emergency = group.first(where: { $0.marks.contains(.emergency) }) { throw CallError(.emergencyInProgress, [emergency.id]) }
    if let stuck = group.first(where: { $0.marks.contains(.transferring) }) { throw CallError(.invalidAction, [stuck.id]) }
    guard let deaf = group.first(where: { !$0.capabilities.contains(.holding) && $0.state != .held }) else {
      guard leg.state.isConnected else { throw CallError(.invalidAction, [call]) }
      let unheld = group.filter { $0.state == .active }.map(\.id)
      return unheld.isEmpty ? .achieved : .send(unheld, .setHeld(true))
    }
    throw CallError(.holdingUnsupported, [deaf.id])
  }

  /// H3–H6: what bringing a call's group to the front needs next.
  func moveToResume(_ call: CallID, _ context: PlanContext) throws(CallError) -> Move {
    let leg = try visible(call)
    guard leg.state.isConnected else { throw CallError(.invalidAction, [call]) }
    let held = legs.filter { $0.group == leg.group && $0.state == .held }
    if let stuck = held.first(where: { $0.marks.contains(.transferring) }) { throw CallError(.invalidAction, [stuck.id]) }
    if held.isEmpty { return .achieved }
    if let move = try moveToClearFront(for: [leg.group], reason: .call(call)) { return move }
    return .send(held.map(\.id), .setHeld(false))
  }

  /// H5: puts aside whoever is in front and is in none of `groups`; nil when nobody is.
  func moveToClearFront(for groups: [GroupID], reason: HoldReason) throws(CallError) -> Move? {
    let inFront = legs.filter { $0.isInFront && !groups.contains($0.group) }
    guard let first = inFront.first else { return nil }
    if let emergency = inFront.first(where: { $0.marks.contains(.emergency) }) { throw CallError(.emergencyInProgress, [emergency.id]) }
    if let other = inFront.first(where: \.state.isOutgoingInProgress) { throw CallError(.outgoingCallInProgress, [other.id]) }
    if let other = inFront.first(where: { $0.state == .answering }) { throw CallError(.answerInProgress, [other.id]) }
    guard isHoldable(first.group) else { throw CallError(.cannotHold, unheld(in: first.group)) }
    return .hold(unheld(in: first.group), reason)
  }

  /// H4 without a target: the most recently held group.
  func moveToSwap(_ context: PlanContext) throws(CallError) -> Move {
    guard let group = resumable, let call = members(of: group).first else { throw CallError(.invalidAction) }
    return try moveToResume(call, context)
  }
}
