extension Line {
  /// Advances every plan until it needs an answer, and begins plans that may begin.
  mutating func pump() {
    // Each round makes progress or ends; a rule that repeats the same step forever is a bug, and traps instead of hanging the host.
    for _ in 0..<1_000 {
      var moved = false
      var index = 0
      while index < plans.count {
        let number = plans[index].number
        if drive(number) { moved = true }
        if index < plans.count, plans[index].number == number { index += 1 }
      }
      if !moved && !settle() && !holdWhoeverCameSecond() { return }
    }
    preconditionFailure("The plans of a line do not end: a rule requests the same step for ever.")
  }

  func planIndex(_ number: UInt64) -> Int? {
    plans.firstIndex { $0.number == number }
  }

  /// True while a plan in the line's lane is under way.
  var isLineBusy: Bool { plans.contains { $0.lane == .line } }

  /// Advances one plan; returns true when it moved.
  mutating func drive(_ number: UInt64) -> Bool {
    var moved = false
    while let index = planIndex(number) {
      guard plans[index].awaiting.isEmpty, !mustWaitForAnother(index) else { return moved }
      if let step = plans[index].step {
        finishStep(step, of: index)
      } else if plans[index].isFailed {
        takeBack(index)
      } else if let goal = plans[index].goal {
        guard pursue(goal, of: index) else { return moved }
      } else {
        complete(index)
      }
      moved = true
    }
    return moved
  }

  /// Mute and tones of one call are sent in order.
  private func mustWaitForAnother(_ index: Int) -> Bool {
    guard plans.count > 1, plans[index].lane == .besides, plans[index].isInOrder else { return false }
    let plan = plans[index]
    return plans.contains { other in
      other.lane == .besides && other.isInOrder && other.number < plan.number && other.subjects.contains { plan.subjects.contains($0) }
    }
  }

  // MARK: Steps

  /// Takes the goal's next step; returns false when the goal must wait.
  private mutating func pursue(_ goal: Goal, of index: Int) -> Bool {
    if presentedAhead(index) { return true }
    if case .merge(let calls) = goal, !plans[index].context.hasDecided, let active = calls.first(where: { table[$0]?.state == .active }) {
      // Fix the order of the merge now: resuming makes all calls active, and joining splits the groups.
      let groups = calls.compactMap { table[$0]?.group }
      let members = table.legs.filter { groups.contains($0.group) && $0.id != active }.map(\.id)
      plans[index].items[plans[index].cursor].goal = .merge([active] + members)
      plans[index].context.hasDecided = true
      return true
    }
    if goal == .swap, let target = table.resumable.flatMap({ table.members(of: $0).first }) {
      // Fix the target now: after the hold, the call just held would be the most recent.
      plans[index].items[plans[index].cursor].goal = .resume(target)
      return true
    }
    let move: Move
    do throws(CallError) {
      move = try table.move(for: goal, plans[index].context)
    } catch {
      fail(index, runningError(error))
      return true
    }
    if move != .wait { plans[index].context.hasDecided = true }
    if move != .achieved && move != .wait { withhold(for: goal, of: index) }
    switch move {
    case .achieved:
      achieve(index, wasOver: wasOver(before: goal, of: index))
    case .wait:
      plans[index].hasBegun = true
      return wait(for: goal, of: index)
    case .hold(let calls, let reason):
      if calls.contains(where: { isBeingMoved($0) }) { return false }
      if !plans[index].startsEmergency, let isNews = waitForTones(of: calls) { return isNews }
      sendHolds(calls, reason, of: index)
    case .end(let calls, let cause):
      if calls.contains(where: { table[$0]?.state == .held }) { plans[index].context.hasMadeRoom = true }
      plans[index].step = .ends
      endAll(calls, cause, origin: .host, within: plans[index].startsEmergency ? Deadline.emergencyStep : nil, for: plans[index].number)
    case .send(let calls, let operation):
      if case .rehold = goal {
        // A hold that V1 needs does not wait for a resume under way.
        if calls.contains(where: { isBeingHeld($0) }) { return false }
      } else if operation.isMove || operation.kind == .playDTMF {
        if calls.contains(where: { isBeingMoved($0) }) { return false }
        if operation == .setHeld(true), let isNews = waitForTones(of: calls) { return isNews }
      }
      sendOwn(calls, operation, of: index)
    case .mix(let calls, let other):
      for call in calls { table.join(call, groupOf: other, isMixed: true) }
      isDirty = true
    case .split(let call):
      if let leg = table[call], let behind = table.legs.first(where: { $0.group == leg.group && $0.id != call }) {
        plans[index].undo.append(.remix(call, with: behind.id))
      }
      table.part(call)
      isDirty = true
    }
    return true
  }

  // MARK: Ends of plans

  /// Moves on to the next goal; `wasOver` marks an End of calls that had ended before their providers were asked.
  mutating func achieve(_ index: Int, wasOver: Bool = false) {
    if case .hold(let call)? = plans[index].goal { holdIsWanted(call) }
    if let goal = plans[index].goal { publish(goal, of: index) }
    let action = plans[index].items[plans[index].cursor].action
    plans[index].cursor += 1
    plans[index].pausedUntil = nil
    plans[index].context.hasDecided = false
    plans[index].hasBegun = false
    let isLast = plans[index].cursor == plans[index].items.count || plans[index].items[plans[index].cursor].action != action
    guard isLast, let request = plans[index].request else { return }
    if wasOver { emit(.alreadyEnded(request, action: action)) }
    emit(.performed(request, action: action, nil))
  }

  /// Returns true for an End of calls that had all ended before their providers were asked.
  private func wasOver(before goal: Goal, of index: Int) -> Bool {
    guard case .end(let calls, _) = goal, !plans[index].hasBegun else { return false }
    return calls.allSatisfy { hasEnded($0) }
  }

  /// Marks a call's group as held by request, whatever the former reason.
  private mutating func holdIsWanted(_ call: CallID) {
    guard let group = table[call]?.group else { return }
    for index in table.legs.indices where table.legs[index].group == group && table.legs[index].state == .held {
      table.legs[index].hold = .user
    }
  }

  private mutating func complete(_ index: Int) {
    let plan = plans.remove(at: index)
    if let request = plan.request { emit(.done(request, plan.title)) }
  }

  /// Converts a rule's error for a plan under way: a call that is gone aborts the plan (X7).
  private func runningError(_ error: CallError) -> CallError {
    guard error.code == .unknownCallUUID else { return error }
    let code = error.calls.compactMap { call in departed.last { $0.call == call }?.error }.first
    return CallError(code ?? .transactionAborted, error.calls)
  }
}
