extension Line {
  /// Judges a request on arrival; a refused request changes nothing and sends nothing (V6).
  mutating func receive(_ request: CallRequest, _ facts: RequestFacts) {
    let title = title(of: request.body)
    do throws(CallError) {
      if facts.crossesLines { throw CallError(.invalidAction) }
      if request.origin == .client, table.policy.protectsUserCalls { try judgeProtection(request.body) }
      switch request.body {
      case .transaction(let actions): try accept(actions, request, title, facts)
      case .endGroup(let call): try acceptEndOfGroup(call, request, title)
      case .swap: try acceptSwap(request)
      case .merge(let calls): try accept(.merge(calls), request, title)
      case .continueDTMF(let call): try acceptContinue(call, request, title)
      case .acceptTransfer(let call): try acceptAskedTransfer(of: call, request, facts)
      case .refuseTransfer(let call): try refuseAskedTransfer(of: call, request)
      }
    } catch {
      emit(.refused(request.id, title, error))
    }
  }

  /// Returns a request's title: the kind and call of its first action.
  private func title(of body: RequestBody) -> RequestTitle {
    switch body {
    case .transaction(let actions): RequestTitle(actions.first?.kind.rawValue ?? "transaction", actions.first?.call)
    case .endGroup(let call): RequestTitle(CallOperation.Kind.end.rawValue, call)
    case .swap: RequestTitle(CallOperation.Kind.setHeld.rawValue, table.resumable.flatMap { table.members(of: $0).first })
    case .merge(let calls): RequestTitle(CallOperation.Kind.setGroup.rawValue, calls.first)
    case .continueDTMF(let call): RequestTitle("continueDTMF", call)
    case .acceptTransfer(let call), .refuseTransfer(let call): RequestTitle(CallOperation.Kind.transfer.rawValue, call)
    }
  }

  // MARK: Judging

  private mutating func accept(_ actions: [RequestedAction], _ request: CallRequest, _ title: RequestTitle, _ facts: RequestFacts)
    throws(CallError)
  {
    var plan = newPlan(title, request.origin, request: request.id)
    let newLegs = try judge(actions, facts, &plan)
    emit(.accepted(request.id, title))
    seat(newLegs)
    admit(consume plan)
  }

  /// Adds the calls of accepted Starts to the line.
  mutating func seat(_ newLegs: [Leg]) {
    for leg in newLegs {
      var leg = leg
      leg.group = table.newGroup()
      leg.marks.insert(.queued)
      table.legs.append(leg)
      emit(.entered(leg.id, .requested))
      isDirty = true
    }
  }

  /// X2: judges each action, assuming that those before it succeed, before anything is done.
  func judge(_ actions: [RequestedAction], _ facts: RequestFacts, _ plan: inout Plan) throws(CallError) -> [Leg] {
    guard !actions.isEmpty else { throw CallError(.emptyTransaction) }
    var context = plan.context
    context.isJudging = true
    context.waitingAnswers = waitingAnswers
    var future = table
    var newLegs: [Leg] = []
    for (number, action) in actions.enumerated() {
      let call = action.call
      if case .start(let details) = action.operation, let provider = action.provider {
        try future.judgeStart(to: details.handle, at: provider)
        let isTaken = facts.takenCalls.contains(call)
        try future.judgeNewCall(call, isTaken: isTaken, provider: provider, handle: details.handle)
        let possible = try withVideoIfPossible(details, of: call, at: provider)
        var leg = newLeg(call, provider, possible)
        if plan.context.origin == .user { leg.marks.insert(.users) }
        future.legs.append(leg)
        newLegs.append(leg)
        plan.context.start = Boxed(possible)
        context.start = plan.context.start
        if leg.marks.contains(.emergency) { plan.startsEmergency = true }
      }
      if actions.count > 1, !mayStandBesideOthers(action, actions) { throw CallError(.invalidAction, [action.call]) }
      if case .end(let decline?) = action.operation {
        guard decline.isSendable else { throw CallError(.invalidAction, [call]) }
        plan.declines[call] = decline
      }
      for goal in try action.operation.goals(on: call, action.choice, plan.context.origin) {
        plan.items.append(Plan.Item(goal: goal, action: number))
        if case .end(let calls, _) = goal, !calls.allSatisfy({ hasEnded($0) }) { try future.judgeEnd(calls) }
        if number == actions.count - 1 {
          _ = try future.move(for: goal, context)
        } else {
          try future.rehearse(goal, context)
        }
      }
    }
    return newLegs
  }

  /// Returns true when an action may stand with others.
  ///
  /// Tones that wait for `continueDTMF` would delay the line (V4).
  private func mayStandBesideOthers(_ action: RequestedAction, _ actions: [RequestedAction]) -> Bool {
    if action.operation.isAlone { return false }
    guard case .playDTMF(let digits, _) = action.operation, digits.contains(";") else { return true }
    return actions.allSatisfy { $0.operation.isBesidePlan }
  }

  /// Returns a Start's details for a provider that may lack video: refuses the Start, but lets an emergency go without video (Y1).
  private func withVideoIfPossible(_ details: StartDetails, of call: CallID, at provider: ProviderID) throws(CallError) -> StartDetails {
    guard details.isVideo, !table.roster.supportsVideo(provider) else { return details }
    guard table.isEmergency(details.handle, at: provider) else { throw CallError(.invalidAction, [call]) }
    var details = details
    details.isVideo = false
    return details
  }

  private func newLeg(_ call: CallID, _ provider: ProviderID, _ details: StartDetails) -> Leg {
    var capabilities = table.roster.capabilities(of: provider)
    if details.isVideo { capabilities.insert(.video) }
    var leg = Leg(
      id: call, provider: provider, direction: .outgoing, state: .requested, group: GroupID(rawValue: .max), handle: details.handle,
      capabilities: capabilities, now: now)
    if let own = details.localHandle { leg.boxedDetails.details.localHandle = own }
    if table.isEmergency(details.handle, at: provider) { leg.marks.insert(.emergency) }
    if mustWait(for: provider, isEmergency: leg.marks.contains(.emergency)) { leg.marks.insert(.aside) }
    return leg
  }

  // MARK: Other requests

  private mutating func accept(_ goal: Goal, _ request: CallRequest, _ title: RequestTitle) throws(CallError) {
    var plan = newPlan(title, request.origin, request: request.id)
    var context = plan.context
    context.isJudging = true
    _ = try table.move(for: goal, context)
    plan.items = Few(one: Plan.Item(goal: goal, action: 0))
    emit(.accepted(request.id, title))
    admit(plan)
  }

  /// H4: accepts a swap without a held group only while plans may still hold one.
  private mutating func acceptSwap(_ request: CallRequest) throws(CallError) {
    let title = title(of: .swap)
    if table.resumable == nil && (isLineBusy || !queue.isEmpty) {
      var plan = newPlan(title, request.origin, request: request.id)
      plan.items = Few(one: Plan.Item(goal: .swap, action: 0))
      emit(.accepted(request.id, title))
      return admit(plan)
    }
    try accept(.swap, request, title)
  }

  /// E7: ends each member, side by side.
  private mutating func acceptEndOfGroup(_ call: CallID, _ request: CallRequest, _ title: RequestTitle) throws(CallError) {
    let members = try hasEnded(call) ? Few(one: call) : table.members(of: table.legs[table.visible(call)].group)
    var plan = newPlan(title, request.origin, request: request.id)
    plan.items = Few(one: Plan.Item(goal: .end(members, request.origin == .client ? .client : .user), action: 0))
    emit(.accepted(request.id, title))
    admit(plan)
  }

  private mutating func acceptContinue(_ call: CallID, _ request: CallRequest, _ title: RequestTitle) throws(CallError) {
    try continueTones(of: call)
    emit(.accepted(request.id, title))
    emit(.performed(request.id, action: 0, nil))
    emit(.done(request.id, title))
  }

  /// The calls whose Answer is accepted and not sent (A8, I5).
  var waitingAnswers: [CallID] {
    var calls: [CallID] = []
    if !table.legs.indices.contains(where: { table.legs[$0].state == .ringing }) { return calls }
    for index in plans.indices where !plans[index].isFailed { addAnswers(in: plans[index], to: &calls) }
    for index in queue.indices { addAnswers(in: queue[index], to: &calls) }
    for index in aside.indices { addAnswers(in: aside[index].plan, to: &calls) }
    return calls
  }

  private func addAnswers(in plan: Plan, to calls: inout [CallID]) {
    for place in plan.cursor..<max(plan.cursor, plan.items.count) {
      if case .answer(let call, _) = plan.items[place].goal, let leg = table.index(of: call), table.legs[leg].state == .ringing {
        calls.append(call)
      }
    }
  }
}
