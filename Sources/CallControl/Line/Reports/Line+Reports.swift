extension Line {
  /// Obeys a provider's report, or journals it as misbehaviour (P4).
  mutating func receive(_ report: CallReport, of call: CallID, from provider: ProviderID, at time: Instant?) {
    guard let index = table.index(of: call) else {
      let isDeparted = table.roster.contains(provider) && departed.contains { $0.call == call && $0.provider == provider }
      emit(.disregarded(provider, isDeparted ? .illegal : .unknown, .report(report, call)))
      if isDeparted && report == .connected { endGhost(call, at: provider) }
      return
    }
    guard table.legs[index].provider == provider else { return emit(.disregarded(provider, .unknown, .report(report, call))) }
    let implied = placeOfImplied(by: report, at: index)
    let isInTime = report.datesStage || (time ?? now) >= table.legs[index].lastWord
    guard isInTime, implied != nil || isLegal(report, at: index) else {
      emit(.disregarded(provider, .illegal, .report(report, call)))
      if case .resumed = report, table.legs[index].state == .held { holdAgain(at: index) }
      return
    }
    emit(.heard(provider, .report(report, call)))
    let time = report.datesStage ? said(time, of: call, by: provider, .report(report, call)) : min(time ?? now, now)
    table.legs[index].lastWord = max(time, table.legs[index].lastWord)
    if let implied { imply(implied, at: time) }
    // Applying the implied Start may have ended the call.
    if let index = table.index(of: call) { obey(report, at: index, time) }
  }

  /// Returns true when a report can follow from the call's state.
  private func isLegal(_ report: CallReport, at index: Int) -> Bool {
    let state = table.legs[index].state
    return switch report {
    case .startedConnecting, .earlyMedia: state == .dialing || state == .connecting
    case .connected: state == .dialing || state == .connecting
    case .ended: state != .requested || table.legs[index].marks.contains(.startSent)
    case .held: state.isConnected
    case .resumed: state == .active || (state == .held && mayResumeByItself(table.legs[index]))
    case .remotelyHeld, .remotelyResumed: state.isConnected
    case .updated: state != .requested || table.legs[index].marks.contains(.startSent)
    case .transferProgress: table.legs[index].marks.contains(.transferring)
    case .transferRequested: state.isConnected && !asks.contains { $0.call == table.legs[index].id }
    case .dtmf, .mediaTimeout, .mediaResumed: state.isConnected
    case .leftBehind: true
    }
  }

  private mutating func obey(_ report: CallReport, at index: Int, _ time: Instant) {
    let call = table.legs[index].id
    switch report {
    case .startedConnecting:
      if table.legs[index].state == .dialing {
        table.legs[index].connecting = time
        enter(.connecting, at: index)
      }
    case .earlyMedia:
      table.legs[index].marks.insert(.earlyMedia)
      isDirty = true
    case .connected:
      becomeActive(at: index, connected: time)
    case .ended(let reason, let transport):
      // E8: a provider cannot report `localEnded`.
      finish(index, CallEnd(reason == .localEnded ? .failed : reason, transport: transport), byProvider: true, at: time)
    case .held:
      stopTones(of: call)
      becomeHeld(at: index)
      isSo(.setHeld(true), of: call)
    case .resumed:
      if table.legs[index].state == .held { becomeActive(at: index) }
      isSo(.setHeld(false), of: call)
    case .remotelyHeld:
      table.legs[index].marks.insert(.remotelyHeld)
      isDirty = true
    case .remotelyResumed:
      table.legs[index].marks.remove(.remotelyHeld)
      isDirty = true
    case .updated(let update):
      apply(update, at: index)
    case .transferProgress:
      for place in pending.indices where pending[place].command.call == call && pending[place].command.kind == .transfer {
        pending[place].command.deadline = now.advanced(by: table.limit(.transfer, pending[place].provider))
      }
    case .transferRequested(let handle, let newCall):
      ask(for: table.legs[index], handle, as: newCall)
    case .dtmf(let digits):
      emit(.dtmfReceived(call, digits))
    case .leftBehind(true):
      table.legs[index].marks.insert(.leftBehind)
    case .leftBehind(false):
      table.legs[index].marks.remove(.leftBehind)
    case .mediaTimeout:
      emit(.mediaTimeout(call))
    case .mediaResumed:
      emit(.mediaResumed(call))
    }
  }

  /// I7: applies only the fields that are set; an empty handle or name counts as set.
  mutating func apply(_ update: CallUpdate, at index: Int) {
    if let handle = update.remoteHandle { table.legs[index].handle = handle.value.isEmpty ? nil : handle }
    if let name = update.localizedCallerName { table.legs[index].name = name.isEmpty ? nil : name }
    table.legs[index].capabilities = update.applied(to: table.legs[index].capabilities)
    if !update.details.isEmpty {
      table.legs[index].boxedDetails.details = table.legs[index].boxedDetails.details.changed(by: update.details)
    }
    isDirty = true
  }

  /// Resolves pending commands that a report fulfilled, so that plans need not wait for their answers.
  private mutating func isSo(_ operation: CallOperation, of call: CallID) {
    for command in pending.filter({ $0.command.call == call && $0.command.operation == operation }) { resolved(command.command.id, nil) }
  }

  // MARK: H8

  /// Returns true when the network may resume a held call: V1 must hold now and after the plan under way.
  private func mayResumeByItself(_ leg: Leg) -> Bool {
    let others = table.legs.filter { $0.isInFront && $0.group != leg.group }
    if !others.isEmpty {
      // The front is being held for this very call.
      return others.allSatisfy { isBeingHeld($0.id) }
        && plans.contains { plan in
          guard plan.lane == .line, !plan.isFailed, case .resume(let target)? = plan.goal else { return false }
          return table[target]?.group == leg.group
        }
    }
    return !plans.contains { plan in
      guard plan.lane == .line, !plan.isFailed else { return false }
      return plan.items[min(plan.cursor, plan.items.count)...].contains { bringsForward($0.goal, somebodyBesides: leg) }
    }
  }

  func isBeingHeld(_ call: CallID) -> Bool {
    pending.contains { $0.command.call == call && $0.command.operation == .setHeld(true) }
  }

  private func bringsForward(_ goal: Goal, somebodyBesides leg: Leg) -> Bool {
    switch goal {
    case .start(let call), .answer(let call, _), .resume(let call), .takeOver(let call):
      table[call].map { $0.group != leg.group } ?? false
    // The calls left behind in a group must stay held.
    case .part(let call), .join(let call, _): call != leg.id
    case .merge(let calls): !calls.contains(leg.id)
    case .swap: table.resumable != leg.group
    case .hold(let call), .perform(let call, .transfer): table[call]?.group == leg.group
    case .end, .perform, .pause, .hardPause, .rehold: false
    }
  }

  /// H8: keeps a call held and sends its provider the hold again.
  private mutating func holdAgain(at index: Int) {
    let call = table.legs[index].id
    guard !isBeingMoved(call) else { return }
    var plan = newPlan(RequestTitle(CallOperation.Kind.setHeld.rawValue, call), .host, request: nil)
    plan.lane = .host
    let command = command(.setHeld(true), at: index, .host)
    plan.items = Few(one: Plan.Item(goal: .rehold(call, table.legs[index].hold), action: 0))
    plan.step = .own([call], .setHeld(true))
    plan.awaiting = [command.id]
    plans.append(plan)
    send(command, to: table.legs[index].provider)
  }

  /// Handles a call that its provider will not hold: ends it where V1 needs it held, else accepts it as active.
  mutating func endUnlessFree(_ call: CallID) {
    guard let index = table.index(of: call), table.legs[index].state.isConnected else { return }
    if table.front(besides: call) != nil {
      beginHostEnd(of: call, .couldNotHold)
    } else if table.legs[index].state == .held {
      becomeActive(at: index)
    }
  }

  /// Holds a resumed call again where V1 needs it held, since no plan waits for it.
  mutating func holdUnlessFree(_ call: CallID) {
    guard table[call]?.state == .active, table.front(besides: call) != nil else { return }
    beginHolding(call)
  }

  /// Returns true for a hold that V1 needs: an undo, or a repeated hold.
  func isHeldForOrder(_ command: CommandID) -> Bool {
    plans.contains { plan in
      guard plan.awaiting.contains(command) else { return false }
      if case .undo(.hold)? = plan.step { return true }
      if case .rehold? = plan.goal { return true }
      return false
    }
  }

  /// V1: of several front groups, the first one in front stays, and the others are held again.
  ///
  /// Providers cause this when one piece of a transaction is done after another failed. During a plan only active calls count, and a merge
  /// may have several.
  ///
  /// Returns true when a hold was begun.
  mutating func holdWhoeverCameSecond() -> Bool {
    guard table.hasSeveralFronts else { return false }
    let isBusy = isLineBusy
    if isBusy && plans.contains(where: isRegrouping) { return false }
    func isOnItsWay(_ leg: Leg) -> Bool {
      isBeingHeld(leg.id) || plans.contains { $0.lane == .host && $0.subjects.contains(leg.id) }
    }
    let settled = table.legs.filter { (isBusy ? $0.state == .active : $0.isInFront) && !isOnItsWay($0) }
    guard let first = settled.min(by: { $0.activeOrder < $1.activeOrder }) else { return false }
    let second = settled.filter { $0.state == .active && $0.group != first.group }
    for leg in second { beginHolding(leg.id) }
    return !second.isEmpty
  }

  private func isRegrouping(_ plan: Plan) -> Bool {
    if plan.isFailed && !plan.undo.isEmpty { return true }
    switch plan.goal {
    case .merge, .join, .part: return true
    default: return false
    }
  }

  private mutating func beginHolding(_ call: CallID) {
    var plan = newPlan(RequestTitle(CallOperation.Kind.setHeld.rawValue, call), .host, request: nil)
    plan.lane = .host
    plan.items = Few(one: Plan.Item(goal: .rehold(call, .user), action: 0))
    plans.append(plan)
  }
}
