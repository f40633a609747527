extension Line {
  /// The plan came to nothing: whoever asked is told at once; what is in flight is awaited, and what was done is taken back (X3).
  mutating func fail(_ index: Int, _ error: CallError) {
    plans[index].isFailed = true
    if case .transfer(let call, _)? = plans[index].goal { transferFailed(call) }
    tellFailure(of: plans[index], error)
    plans[index].request = nil
    failStarts(of: plans[index], error)
  }

  /// Tells whoever asked, action by action, and as a whole.
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

  /// Calls whose Start never went out end with their plan (S9).
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

  /// Takes back the latest thing that a failed plan did; removes the plan when nothing is left (X3, G4, G6).
  mutating func takeBack(_ index: Int) {
    if table.emergency != nil { plans[index].undo = [] }
    guard let undo = plans[index].undo.popLast() else {
      plans.remove(at: index)
      return
    }
    let number = plans[index].number
    let calls: Few<CallID>
    let content: CommandContent
    switch undo {
    case .resume(let held): (calls, content) = (held.filter { table[$0]?.state == .held }, .setHeld(false))
    case .hold(let resumed): (calls, content) = (resumed.filter { table[$0]?.state == .active }, .setHeld(true))
    case .regroup(let call, let other):
      let rejoins = other.flatMap { table[$0] } != nil
      calls = table[call] != nil && (rejoins || table[call]?.bridge != nil) ? [call] : []
      content = .setGroup(with: rejoins ? other : nil)
    case .remix(let call, let other):
      table.join(call, groupOf: other, isMixed: true)
      isDirty = true
      return
    }
    plans[index].step = .undo(undo)
    for call in calls {
      guard let place = table.index(of: call) else { continue }
      if content == .setHeld(true) { table.legs[place].hold = .user }
      let command = command(content, at: place, .host)
      awaitAnswer(to: command.id, in: number)
      send(command, to: table.legs[place].provider)
    }
  }

  /// A call is gone, or is on its way out: plans that are about it stop (X7), plans about its group go on with the rest (H1).
  mutating func abandonPlans(about lost: CallID, in group: GroupID, _ error: CallError) {
    // Abandoning a plan may end a call, and so abandon others; none is removed by it, and a new one is about another call.
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
    case .transfer where plans[index].lane == .transfer && plans[index].awaiting.isEmpty:
      return
    case .transfer(let call, .call(let other)):
      // R2: once it is sent, the second call may end before the transfer is done.
      if call == lost || (other == lost && plans[index].lane != .transfer) { fail(index, error) }
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
    case .start(let call), .answer(let call, _), .mute(let call, _), .part(let call), .tones(let call, _, _), .pause(let call, _),
      .hardPause(let call), .transfer(let call, .handle), .rehold(let call, _), .takeOver(let call):
      if call == lost { fail(index, error) }
    }
  }

  private func survivor(of group: GroupID, besides lost: CallID) -> CallID? {
    table.calls { table.legs[$0].group == group && table.legs[$0].id != lost && table.legs[$0].state.isConnected }.first
  }
}
