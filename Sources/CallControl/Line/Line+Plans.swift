extension Line {
  /// Carries every plan as far as it goes without another answer, and begins what may begin.
  mutating func pump() {
    // Each round makes progress or ends; a rule that asked for the same thing for ever would be a bug, and must not hang the host.
    for _ in 0..<1_000 {
      var moved = false
      var index = 0
      while index < plans.count {
        let number = plans[index].number
        if drive(number) { moved = true }
        if index < plans.count, plans[index].number == number { index += 1 }
      }
      if !moved && !settle() { return }
    }
    preconditionFailure("The plans of a line never came to rest: a rule asks for the same step for ever.")
  }

  func planIndex(_ number: UInt64) -> Int? {
    plans.firstIndex { $0.number == number }
  }

  /// Whether a plan of the line's one lane is under way.
  var isLineBusy: Bool { plans.contains { $0.lane == .line } }

  /// Carries one plan on; says whether anything came of it.
  mutating func drive(_ number: UInt64) -> Bool {
    var moved = false
    while let index = planIndex(number) {
      guard plans[index].awaiting.isEmpty, !mustWaitForAnother(plans[index]) else { return moved }
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
  private func mustWaitForAnother(_ plan: Plan) -> Bool {
    guard plan.lane == .besides else { return false }
    return plans.contains { other in
      other.lane == .besides && other.number < plan.number && other.subjects.contains { plan.subjects.contains($0) }
    }
  }

  // MARK: Steps

  /// Does what the goal needs next; says whether anything could be done.
  private mutating func pursue(_ goal: Goal, of index: Int) -> Bool {
    if presentedAhead(index) { return true }
    let move: Move
    do throws(CallError) {
      move = try table.move(for: goal, plans[index].context)
    } catch {
      fail(index, runningError(error))
      return true
    }
    switch move {
    case .achieved:
      achieve(index)
    case .wait:
      return wait(for: goal, of: index)
    case .hold(let calls, let reason):
      if calls.contains(where: isBeingMoved) { return false }
      sendHolds(calls, reason, of: index)
    case .end(let calls, let cause):
      plans[index].context.hasMadeRoom = true
      plans[index].step = .ends
      endAll(calls, cause, origin: .host, within: plans[index].startsEmergency ? Deadline.emergencyStep : nil, for: plans[index].number)
    case .send(let calls, let content):
      switch content {
      case .setHeld, .setGroup: if calls.contains(where: isBeingMoved) { return false }
      case .playDTMF: if isBeingMoved(calls[0]) { return false }
      case .start, .answer, .end, .setMuted, .transfer: break
      }
      sendOwn(calls, content, of: index)
    case .mix(let calls, let other):
      for call in calls { table.join(call, groupOf: other, isMixed: true) }
      isDirty = true
    case .split(let call):
      table.part(call)
      isDirty = true
    }
    return true
  }

  private mutating func sendHolds(_ calls: [CallID], _ reason: HoldReason, of index: Int) {
    let number = plans[index].number
    plans[index].step = .hold(calls)
    let limit = plans[index].startsEmergency ? Deadline.emergencyStep : nil
    for call in calls {
      guard let place = table.index(of: call) else { continue }
      table.legs[place].hold = reason
      let command = command(.setHeld(true), of: table.legs[place], .host, within: limit)
      awaitAnswer(to: command.id, in: number)
      send(command, to: table.legs[place].provider)
    }
  }

  /// Ends calls side by side, in one transaction for each provider that takes whole ones (E7).
  mutating func endAll(_ calls: [CallID], _ cause: EndCause, origin: Origin, within: Duration? = nil, for number: UInt64) {
    for call in calls {
      if let command = end(call, cause, origin, within: within) { awaitAnswer(to: command, in: number) }
    }
  }

  private mutating func sendOwn(_ calls: [CallID], _ content: CommandContent, of index: Int) {
    let number = plans[index].number
    plans[index].step = .own(calls, content)
    if calls.count == 1 {
      sendOwn(calls, content, toOneProviderIn: number)
    } else {
      var providers: [ProviderID] = []
      for call in calls {
        guard let provider = table[call]?.provider, !providers.contains(provider) else { continue }
        providers.append(provider)
        sendOwn(calls.filter { table[$0]?.provider == provider }, content, toOneProviderIn: number)
      }
    }
    if case .transfer = content, let index = planIndex(number) { plans[index].lane = .transfer }
  }

  /// What was asked, to one provider: in one piece where it takes whole transactions, else call by call.
  private mutating func sendOwn(_ calls: [CallID], _ content: CommandContent, toOneProviderIn number: UInt64) {
    guard let index = planIndex(number), !presentWhole(calls, content, of: index) else { return }
    let origin = plans[index].context.origin
    if content == .end, case .end(_, let cause)? = plans[index].goal {
      let isPerson = origin == .user || origin == .client
      for call in calls {
        if let command = end(call, isPerson ? self.cause(ofEnding: call, origin) : cause, origin) { awaitAnswer(to: command, in: number) }
      }
      return
    }
    for call in calls {
      guard let place = table.index(of: call) else { continue }
      if content == .setHeld(true) { table.legs[place].hold = .user }
      let command = command(content, of: table.legs[place], origin)
      awaitAnswer(to: command.id, in: number)
      send(command, to: table.legs[place].provider)
    }
  }

  mutating func awaitAnswer(to command: CommandID, in number: UInt64) {
    guard let index = planIndex(number) else { return }
    plans[index].awaiting.append(command)
  }

  /// A command was answered, or its call is gone (no problem: it has made room): whoever waits for it goes on.
  mutating func resolved(_ command: CommandID, _ problem: CallError?) {
    for index in plans.indices {
      if let place = plans[index].awaiting.firstIndex(of: command) {
        plans[index].awaiting.remove(at: place)
        if let problem, plans[index].problem == nil { plans[index].problem = problem }
      }
      if let place = plans[index].ahead.firstIndex(where: { $0.command == command }) {
        plans[index].ahead[place].isAnswered = true
        plans[index].ahead[place].problem = problem
      }
    }
  }

  /// All answers of a step have come.
  private mutating func finishStep(_ step: Plan.Step, of index: Int) {
    let problem = plans[index].problem
    plans[index].step = nil
    plans[index].problem = nil
    switch step {
    case .ends:
      break
    case .hold(let calls):
      noteHolds(calls, problem, of: index)
    case .own(let calls, let content):
      noteOwn(calls, content, problem, of: index)
    case .undo(.hold(let calls)):
      // G6, H8: V1 needs them held, and their provider will not.
      if problem != nil {
        for call in calls { endUnlessFree(call) }
      }
    case .undo(.resume), .undo(.ungroup):
      break
    }
  }

  private mutating func noteHolds(_ calls: [CallID], _ problem: CallError?, of index: Int) {
    let held = calls.filter { table[$0]?.state == .held }
    if plans[index].startsEmergency {
      plans[index].context.unholdable += calls.filter { table[$0]?.state == .active }
    } else if let problem {
      if !held.isEmpty { plans[index].undo.append(.resume(held)) }
      if !plans[index].isFailed { fail(index, CallError(.cannotHold, calls, transport: problem.transport)) }
    } else if case .part? = plans[index].goal {
      plans[index].undo.append(.resume(held))
    } else if case .join? = plans[index].goal {
      plans[index].undo.append(.resume(held))
    }
  }

  private mutating func noteOwn(_ calls: [CallID], _ content: CommandContent, _ problem: CallError?, of index: Int) {
    switch (content, problem) {
    case (.setHeld(true), .some):
      if case .rehold? = plans[index].goal {
        for call in calls { endUnlessFree(call) }
      }
      let held = calls.filter { table[$0]?.state == .held }
      if !held.isEmpty { plans[index].undo.append(.resume(held)) }
    case (.setHeld(false), .some):
      let resumed = calls.filter { table[$0]?.state == .active }
      if !resumed.isEmpty { plans[index].undo.append(.hold(resumed)) }
    case (.setHeld(false), .none):
      switch plans[index].goal {
      case .merge, .join: plans[index].undo.append(.hold(calls))
      default: break
      }
    case (.setGroup(with: .some), .none):
      plans[index].undo += calls.map { .ungroup($0) }
    case (.playDTMF, .none):
      achieve(index)
      return
    case (.transfer, .none):
      achieve(index)
      return
    default: break
    }
    if let problem, !plans[index].isFailed { fail(index, problem) }
  }

  // MARK: Ends of plans

  private mutating func achieve(_ index: Int) {
    if case .hold(let call)? = plans[index].goal { holdIsWanted(call) }
    let action = plans[index].items[plans[index].cursor].action
    plans[index].cursor += 1
    plans[index].pausedUntil = nil
    let isLast = plans[index].cursor == plans[index].items.count || plans[index].items[plans[index].cursor].action != action
    if isLast, let request = plans[index].request { emit(.performed(request, action: action, nil)) }
  }

  /// Somebody wants a call's group held, whatever it was held for before.
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
  private mutating func takeBack(_ index: Int) {
    if table.emergency != nil { plans[index].undo = [] }
    guard let undo = plans[index].undo.popLast() else {
      plans.remove(at: index)
      return
    }
    let number = plans[index].number
    let calls: [CallID]
    let content: CommandContent
    switch undo {
    case .resume(let held): (calls, content) = (held.filter { table[$0]?.state == .held }, .setHeld(false))
    case .hold(let resumed): (calls, content) = (resumed.filter { table[$0]?.state == .active }, .setHeld(true))
    case .ungroup(let call): (calls, content) = (table[call]?.bridge == nil ? [] : [call], .setGroup(with: nil))
    }
    plans[index].step = .undo(undo)
    for call in calls {
      guard let place = table.index(of: call) else { continue }
      if content == .setHeld(true) { table.legs[place].hold = .user }
      let command = command(content, of: table.legs[place], .host)
      awaitAnswer(to: command.id, in: number)
      send(command, to: table.legs[place].provider)
    }
  }

  /// A call is gone, or is on its way out: plans that are about it stop (X7), plans about its group go on with the rest (H1).
  mutating func abandonPlans(about leg: Leg, _ error: CallError) {
    for number in plans.map(\.number) {
      guard let index = planIndex(number), !plans[index].isFailed, let goal = plans[index].goal else { continue }
      abandon(goal, of: index, about: leg, error)
    }
    for place in queue.indices.reversed() where queue[place].starts.contains(leg.id) {
      tellFailure(of: queue.remove(at: place), error)
    }
    for place in aside.indices.reversed() where aside[place].plan.starts.contains(leg.id) {
      tellFailure(of: aside.remove(at: place).plan, error)
    }
  }

  private mutating func abandon(_ goal: Goal, of index: Int, about leg: Leg, _ error: CallError) {
    let cursor = plans[index].cursor
    switch goal {
    case .end, .swap:
      return
    case .merge(let calls):
      if calls.contains(leg.id) { fail(index, error) }
    case .join(let call, let other):
      if call == leg.id || other == leg.id { fail(index, error) }
    case .transfer(let call, .call(let other)):
      // R2: once it is sent, the second call may end before the transfer is done.
      if call == leg.id || (other == leg.id && plans[index].lane != .transfer) { fail(index, error) }
    case .hold(let call):
      guard call == leg.id else { return }
      if let other = survivor(of: leg) {
        plans[index].items[cursor].goal = .hold(other)
      } else if plans[index].items.count == 1 {
        fail(index, error)
      } else {
        achieve(index)
      }
    case .resume(let call):
      guard call == leg.id else { return }
      if let other = survivor(of: leg) { plans[index].items[cursor].goal = .resume(other) } else { fail(index, error) }
    case .start(let call), .answer(let call, _), .mute(let call, _), .part(let call), .tones(let call, _, _), .pause(let call, _),
      .hardPause(let call), .transfer(let call, .handle), .rehold(let call), .takeOver(let call):
      if call == leg.id { fail(index, error) }
    }
  }

  private func survivor(of leg: Leg) -> CallID? {
    table.legs.first { $0.group == leg.group && $0.id != leg.id && $0.state.isConnected }?.id
  }

  /// An error of the rules as a plan under way has it: a call that is gone aborts (X7).
  private func runningError(_ error: CallError) -> CallError {
    guard error.code == .unknownCallUUID else { return error }
    let code = error.calls.compactMap { call in departed.last { $0.call == call }?.error }.first
    return CallError(code ?? .transactionAborted, error.calls)
  }
}
