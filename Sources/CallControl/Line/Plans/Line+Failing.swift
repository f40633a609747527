extension Line {
  /// Fails a plan: reports to the requester at once, then awaits what is in flight and takes back what was done (X3).
  mutating func fail(_ index: Int, _ error: CallError) {
    plans[index].isFailed = true
    if case .perform(let call, .transfer)? = plans[index].goal { transferFailed(call) }
    tellFailure(of: plans[index], error)
    plans[index].request = nil
    failStarts(of: plans[index], error)
  }

  /// Reports a failure to the requester, for each action and as a whole.
  mutating func tellFailure(of plan: Plan, _ error: CallError) {
    noteChoices()
    guard let request = plan.request else { return }
    var told = plan.cursor > 0 ? plan.items[plan.cursor - 1].action : -1
    if plan.cursor > 0, plan.cursor < plan.items.count, plan.items[plan.cursor].action == told { told -= 1 }
    for (place, item) in plan.items.enumerated() where place >= plan.cursor && item.action != told {
      emit(.performed(request, action: item.action, place == plan.cursor ? error : CallError(.transactionAborted, error.calls)))
      told = item.action
    }
    emit(.failed(request, plan.title, error))
  }

  /// Ends the calls of a plan whose Start was never sent (S9).
  mutating func failStarts(of plan: Plan, _ error: CallError) {
    for call in plan.starts {
      guard let place = table.index(of: call), table.legs[place].state == .requested, !table.legs[place].marks.contains(.startSent)
      else { continue }
      let cause: EndCause?
      switch error.code {
      case .cannotHold: cause = .couldNotHold
      case .providerUnavailable: cause = .providerUnavailable
      case .providerLost: cause = .providerLost
      default: cause = nil
      }
      finish(place, CallEnd(.failed, cause: cause, transport: error.transport), requestsFailWith: error)
    }
  }

  /// Takes back the latest step of a failed plan; removes the plan when no step is left (X3, G4, G6).
  mutating func takeBack(_ index: Int) {
    if table.emergency != nil { plans[index].undo = [] }
    guard let undo = plans[index].undo.popLast() else {
      plans.remove(at: index)
      return
    }
    let number = plans[index].number
    let calls: Few<CallID>
    let operation: CallOperation
    switch undo {
    case .resume(let held): (calls, operation) = (held.filter { table[$0]?.state == .held }, .setHeld(false))
    case .hold(let resumed): (calls, operation) = (resumed.filter { table[$0]?.state == .active }, .setHeld(true))
    case .regroup(let call, let other?) where areOfTwoInstances(call, other):
      // P8: no instance bridges both, so that the host mixes them again (G2).
      table.join(call, groupOf: other, isMixed: true)
      isDirty = true
      return
    case .regroup(let call, let other):
      let rejoins = other.flatMap { table[$0] } != nil
      calls = table[call] != nil && (rejoins || table[call]?.bridge != nil) ? [call] : []
      operation = .setGroup(with: rejoins ? other : nil)
    case .remix(let call, let other):
      table.join(call, groupOf: other, isMixed: true)
      isDirty = true
      return
    }
    plans[index].step = .undo(undo)
    for call in calls {
      guard let place = table.index(of: call) else { continue }
      if operation == .setHeld(true) { table.legs[place].hold = .user }
      let command = command(operation, at: place, .host)
      awaitAnswer(to: command.id, in: number)
      send(command, to: table.legs[place].provider)
    }
  }

  /// True for two calls of one provider whose instances differ (P8).
  private func areOfTwoInstances(_ call: CallID, _ other: CallID) -> Bool {
    guard let one = table[call], let two = table[other] else { return false }
    return one.provider == two.provider && !one.sharesInstance(with: two)
  }

  /// Stops plans about a call that is gone or ending (X7); plans about its group continue with the rest (H1).
  mutating func abandonPlans(about lost: CallID, in group: GroupID, _ error: CallError) {
    // Abandoning a plan may end a call and abandon more plans, but removes none; a new plan is about another call.
    for index in plans.indices {
      guard !plans[index].isFailed, let goal = plans[index].goal else { continue }
      abandon(goal, of: index, about: lost, in: group, error)
    }
    for place in queue.indices.reversed() where queue[place].starts.contains(lost) {
      tellFailure(of: queue.remove(at: place), error)
    }
    for place in aside.indices.reversed() where aside[place].plan.starts.contains(lost) {
      tellFailure(of: aside.remove(at: place).plan, error)
    }
  }

  private mutating func abandon(_ goal: Goal, of index: Int, about lost: CallID, in group: GroupID, _ error: CallError) {
    let cursor = plans[index].cursor
    switch goal {
    case .end, .swap:
      return
    case .merge(let calls):
      if calls.contains(lost) { fail(index, error) }
    case .join(let call, let other):
      if call == lost || other == lost { fail(index, error) }
    case .perform where plans[index].isAnswered:
      return
    case .perform(let call, let operation):
      // R2: after the transfer is sent, the second call may end first.
      if call == lost || (operation.otherCall == lost && plans[index].lane != .transfer) { fail(index, error) }
    case .hold(let call):
      guard call == lost else { return }
      if let other = survivor(of: group, besides: lost) {
        plans[index].items[cursor].goal = .hold(other)
      } else if plans[index].items.count == 1 {
        fail(index, error)
      } else {
        achieve(index)
      }
    case .resume(let call):
      guard call == lost else { return }
      if let other = survivor(of: group, besides: lost) { plans[index].items[cursor].goal = .resume(other) } else { fail(index, error) }
    case .start(let call), .answer(let call, _), .part(let call), .pause(let call, _), .hardPause(let call), .rehold(let call, _),
      .takeOver(let call):
      if call == lost { fail(index, error) }
    }
  }

  private func survivor(of group: GroupID, besides lost: CallID) -> CallID? {
    table.calls { table.legs[$0].group == group && table.legs[$0].id != lost && table.legs[$0].state.isConnected }.first
  }
}
