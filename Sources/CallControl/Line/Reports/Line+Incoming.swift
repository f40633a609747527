extension Line {
  /// I1–I4, R4: refuses an incoming call by the first rule that forbids it, screens it, shows it, or lets it replace another.
  ///
  /// I9: a judge's facts silence it and give its label, its contact and the rule that decided.
  mutating func receive(_ incoming: IncomingCall, from provider: ProviderID, _ facts: IncomingFacts) {
    emit(.heard(provider, .incoming(incoming.call)))
    var leg = Leg(
      id: incoming.call, provider: provider, direction: .incoming, state: .ringing, group: GroupID(rawValue: .max),
      handle: incoming.update.remoteHandle, capabilities: table.roster.capabilities(of: provider), now: now)
    leg.capabilities = incoming.update.applied(to: leg.capabilities)
    leg.name = incoming.update.localizedCallerName.flatMap { $0.isEmpty ? nil : $0 }
    leg.boxedDetails.details = CallDetails().changed(by: incoming.update.details).judged(by: facts)
    if facts.isSilenced { leg.marks.insert(.silenced) }

    if incoming.isLeftBehind == true { leg.marks.insert(.leftBehind) }

    let replaced = incoming.replaces.flatMap { table[$0] }.flatMap { canBeReplaced($0, by: leg) ? $0 : nil }
    if let error = refusal(of: leg, facts, isReplacing: replaced != nil) {
      return refuse(leg, error, screener: nil)
    }
    leg.group = table.newGroup()
    if let replaced { return takePlace(of: replaced, leg) }
    if table.policy.screeners.isEmpty {
      table.legs.append(leg)
      show(at: table.legs.count - 1)
    } else {
      screen(leg)
    }
  }

  /// I1, in its order; a call that replaces another skips do-not-disturb and the ringing limit (R4).
  private func refusal(of leg: Leg, _ facts: IncomingFacts, isReplacing: Bool) -> CallError? {
    if facts.isTaken || table.index(of: leg.id) != nil { return CallError(.callUUIDAlreadyExists, [leg.id]) }
    // K5: a call that replaces another adds none.
    if !isReplacing, let error = table.standing.refusal { return forwarding(error, leg) }
    if let emergency = table.emergency { return CallError(.emergencyInProgress, [emergency]) }
    if facts.isBlocked { return CallError(.filteredByBlockList) }
    if isReplacing { return nil }
    // I11: its network hears busy.
    if facts.isDraining { return CallError(.maximumRingingCallsReached) }
    if doNotDisturb && !facts.isLetThrough { return CallError(.filteredByDoNotDisturb) }
    let ringing = table.legs.filter { $0.state == .ringing || $0.state == .screening }.map(\.id)
    if ringing.count >= table.policy.maximumRingingCalls { return CallError(.maximumRingingCallsReached, ringing) }
    return nil
  }

  /// Refuses a call without showing it; the history keeps it with the rule, unless its id belongs to another call.
  ///
  /// A call that the line's standing refuses is offered to another host, whose history keeps it (K5).
  mutating func refuse(_ leg: Leg, _ error: CallError, screener: ScreenerID?) {
    emit(.refuseIncoming(leg.provider, leg.id, error, screener))
    guard error.code != .callUUIDAlreadyExists, !error.code.isOfStanding else { return }
    let isBlocked = error.code == .filteredByBlockList || error.code == .filteredByScreener
    emit(.log(CallRecord(of: leg, outcome: isBlocked ? .blocked : .missed, screener: screener, refusal: error.code, ended: now)))
  }

  /// Lets a call ring, with its tone and its ring time (I2, I5).
  mutating func show(at index: Int) {
    let leg = table.legs[index]
    enter(.ringing, at: index)
    emit(.show(leg.provider, leg.id))
    table.legs[index].patience = now.advanced(by: table.limit(.ring, leg.provider))
    updateTone(at: index)
  }

  // MARK: R4

  /// Returns true when a call can be replaced: connected, of the same instance of the same provider, and in no plan under way.
  private func canBeReplaced(_ leg: Leg, by new: Leg) -> Bool {
    guard leg.sharesInstance(with: new), leg.state.isConnected, !leg.marks.contains(.transferring), !isBeingMoved(leg.id) else {
      return false
    }
    return !plans.contains { plan in plan.lane == .line && isPart(leg, of: plan) }
  }

  private func isPart(_ leg: Leg, of plan: Plan) -> Bool {
    if plan.undo.contains(where: { concerns($0, leg.id) }) { return true }
    return plan.items[min(plan.cursor, plan.items.count)...].contains { item in
      switch item.goal {
      case .end(let calls, _): calls.contains(leg.id)
      case .merge(let calls): calls.contains(leg.id)
      case .join(let call, let other): call == leg.id || table[other]?.group == leg.group
      case .hold(let call), .resume(let call), .part(let call): table[call]?.group == leg.group
      case .swap: true
      default: item.goal.subject == leg.id
      }
    }
  }

  private func concerns(_ undo: Plan.Undo, _ call: CallID) -> Bool {
    switch undo {
    case .resume(let calls), .hold(let calls): calls.contains(call)
    case .regroup(let other, let behind): other == call || behind == call
    case .remix(let other, let behind): other == call || behind == call
    }
  }

  /// R4: answers the new call in the old one's group, and holds and mutes it as the old one was.
  private mutating func takePlace(of old: Leg, _ new: Leg) {
    var leg = new
    leg.group = old.group
    leg.bridge = old.bridge
    leg.groupStart = old.groupStart
    leg.marks = old.marks.intersection(.mixed)
    table.legs.append(leg)
    isDirty = true
    emit(.show(leg.provider, leg.id))
    var plan = newPlan(RequestTitle(CallOperation.Kind.answer.rawValue, leg.id), .host, request: nil)
    plan.lane = .host
    plan.items = Few(one: Plan.Item(goal: .takeOver(leg.id), action: 0))
    if old.state == .held { plan.items.append(Plan.Item(goal: .rehold(leg.id, old.hold), action: 1)) }
    if old.marks.contains(.muted) { plan.items.append(Plan.Item(goal: .perform(leg.id, .setMuted(true)), action: 2)) }
    if let index = table.index(of: old.id) {
      finish(index, CallEnd(.remoteEnded, cause: .replaced), byProvider: true)
    }
    if let index = table.index(of: leg.id) {
      table.legs[index].bridge = old.bridge
    }
    plans.append(plan)
  }
}
