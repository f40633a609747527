extension CallTable {
  /// S7 for a new call: judges its id, its provider and the kind of its handle.
  func judgeNewCall(_ call: CallID, isTaken: Bool, provider: ProviderID, handle: Handle) throws(CallError) {
    if isTaken || self[call] != nil { throw CallError(.callUUIDAlreadyExists, [call]) }
    try judgeProvider(provider, handle: handle)
  }

  /// Throws when the provider is unknown, does not take such handles, or is in quarantine (S7, P6).
  ///
  /// An emergency call waits for a provider that recovers (P7).
  func judgeProvider(_ provider: ProviderID, handle: Handle) throws(CallError) {
    guard roster.contains(provider) else { throw CallError(.unknownCallProvider, provider: provider) }
    if !roster.takes(handle.type, provider) {
      throw CallError(.unsupportedHandle, provider: provider, handleKinds: roster.kinds(of: provider))
    }
    if roster.standing(of: provider) == .quarantined, !(roster.recovers(provider) && isEmergency(handle, at: provider)) {
      throw CallError(.providerUnavailable, provider: provider)
    }
  }

  /// S1–S6 and Y3: returns the next step of a Start.
  func moveToStart(_ call: CallID, _ context: PlanContext) throws(CallError) -> Move {
    let place = try visible(call)
    guard legs[place].state == .requested else { return .achieved }
    if legs[place].marks.contains(.startSent) { return .wait }
    if !context.isJudging, !legs[place].marks.contains(.emergency) { try judgeAddition(.start) }
    if let other = legs.indices.first(where: { legs[$0].marks.contains(.emergency) && legs[$0].id != call }) {
      throw CallError(.emergencyInProgress, [legs[other].id])
    }
    guard let details = context.start?.value else { return .achieved }
    if legs[place].marks.contains(.emergency) { return moveToStartEmergency(call, at: legs[place].provider, details, context) }

    if let other = legs.indices.first(where: { legs[$0].state.isOutgoingInProgress && legs[$0].id != call }) {
      throw CallError(.outgoingCallInProgress, [legs[other].id])
    }
    if let other = legs.indices.first(where: { legs[$0].state == .answering }) { throw CallError(.answerInProgress, [legs[other].id]) }
    if context.isJudging, let other = legs.indices.first(where: { legs[$0].state == .ringing }) {
      throw CallError(.ringingCallPresent, [legs[other].id])
    }
    let front = front(besides: call)
    if let front, !isHoldable(front) { throw CallError(.cannotHold, Array(unheld(in: front))) }
    guard hasRoom(for: call, at: legs[place].provider) else {
      throw CallError(.maximumCallGroupsReached, callsInTheWay.filter { $0 != call })
    }
    if let front { return .hold(unheld(in: front), .call(call)) }
    return .send(Few(one: call), .start(details))
  }

  /// Y2: makes room for an emergency by any means, in the rule's order.
  private func moveToStartEmergency(
    _ call: CallID, at provider: ProviderID, _ details: StartDetails, _ context: PlanContext
  ) -> Move {
    let cause = EndCause.madeRoom(for: call)
    if legs.indices.contains(where: { legs[$0].state == .ending && legs[$0].endCause == cause }) { return .wait }
    let ringing = calls { legs[$0].state == .ringing }
    if !ringing.isEmpty { return .end(ringing, cause) }
    let underWay = calls { (legs[$0].state.isOutgoingInProgress || legs[$0].state == .answering) && legs[$0].id != call }
    if !underWay.isEmpty { return .end(underWay, cause) }
    if let front = front(besides: call) {
      let members = unheld(in: front)
      let mustEnd = !isHoldable(front) || members.contains(where: context.unholdable.contains)
      return mustEnd ? .end(members, cause) : .hold(members, .call(call))
    }
    if !context.hasMadeRoom, !hasRoom(for: call, at: provider), let group = groupThatMakesRoom(for: call, at: provider) ?? heldGroups.first
    {
      return .end(members(of: group), cause)
    }
    return .send(Few(one: call), .start(details))
  }

  /// Returns the least recently used held group whose end would make room for `call`.
  func groupThatMakesRoom(for call: CallID, at provider: ProviderID) -> GroupID? {
    heldGroups.first { hasRoom(for: call, at: provider, without: members(of: $0)) }
  }
}

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
