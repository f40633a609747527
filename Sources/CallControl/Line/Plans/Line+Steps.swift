extension Line {
  // MARK: Sending a step

  mutating func sendHolds(_ calls: Few<CallID>, _ reason: HoldReason, of index: Int) {
    let number = plans[index].number
    plans[index].step = .hold(calls)
    let limit = plans[index].startsEmergency ? Deadline.emergencyStep : nil
    for call in calls {
      guard let place = table.index(of: call) else { continue }
      table.legs[place].hold = reason
      let command = command(.setHeld(true), at: place, .host, within: limit)
      awaitAnswer(to: command.id, in: number)
      send(command, to: table.legs[place].provider)
    }
  }

  /// Ends calls side by side (E7), each with a command of its own.
  mutating func endAll(_ calls: Few<CallID>, _ cause: EndCause, origin: Origin, within: Duration? = nil, for number: UInt64) {
    for call in calls {
      if let command = end(call, cause, origin, within: within) { awaitAnswer(to: command, in: number) }
    }
  }

  mutating func sendOwn(_ calls: Few<CallID>, _ operation: CallOperation, of index: Int) {
    let number = plans[index].number
    plans[index].hasBegun = true
    plans[index].step = .own(calls, operation)
    if calls.count == 1 {
      sendOwn(calls, operation, toOneProviderIn: number)
    } else {
      var providers: [ProviderID] = []
      for call in calls {
        guard let provider = table[call]?.provider, !providers.contains(provider) else { continue }
        providers.append(provider)
        sendOwn(calls.filter { table[$0]?.provider == provider }, operation, toOneProviderIn: number)
      }
    }
    if case .transfer = operation, let index = planIndex(number) { plans[index].lane = .transfer }
  }

  /// Sends a command to one provider: in one piece if it takes whole transactions, else call by call.
  private mutating func sendOwn(_ calls: Few<CallID>, _ operation: CallOperation, toOneProviderIn number: UInt64) {
    guard let index = planIndex(number), !presentWhole(calls, operation, of: index) else { return }
    let origin = plans[index].context.origin
    if operation.kind == .end, case .end(_, let cause)? = plans[index].goal {
      let isPerson = origin == .user || origin == .client
      for call in calls {
        let why = isPerson ? self.cause(ofEnding: call, origin) : cause
        let decline = planIndex(number).flatMap { plans[$0].declines[call] }
        if let command = end(call, why, origin, decline: decline) { awaitAnswer(to: command, in: number) }
      }
      return
    }
    if case .setGroup = operation, let leg = calls.first.flatMap({ table[$0] }) {
      plans[index].leftBehind = table.legs.first { $0.group == leg.group && $0.id != leg.id }?.id
    }
    var reason = HoldReason.user
    if case .rehold(_, let why)? = plans[index].goal { reason = why }
    for call in calls {
      guard let place = table.index(of: call) else { continue }
      if operation == .setHeld(true) { table.legs[place].hold = reason }
      let command = command(operation, at: place, origin)
      awaitAnswer(to: command.id, in: number)
      send(command, to: table.legs[place].provider)
    }
  }

  mutating func awaitAnswer(to command: CommandID, in number: UInt64) {
    guard let index = planIndex(number) else { return }
    plans[index].awaiting.append(command)
  }

  /// Resolves a command that was answered, or whose call is gone (no problem: that made room), for the plans that wait for it.
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

  /// Evaluates a step whose answers have all come.
  mutating func finishStep(_ step: Plan.Step, of index: Int) {
    let problem = plans[index].problem
    plans[index].step = nil
    plans[index].problem = nil
    switch step {
    case .ends:
      break
    case .hold(let calls):
      noteHolds(calls, problem, of: index)
    case .own(let calls, let operation):
      noteOwn(calls, operation, problem, of: index)
    case .undo(.hold(let calls)):
      // G6, H8: V1 needs these calls held, and their provider did not hold them.
      if problem != nil {
        for call in calls { endUnlessFree(call) }
      }
    case .undo(.resume), .undo(.regroup), .undo(.remix):
      break
    }
  }

  private mutating func noteHolds(_ calls: Few<CallID>, _ problem: CallError?, of index: Int) {
    let held = calls.filter { table[$0]?.state == .held }
    if plans[index].startsEmergency {
      plans[index].context.unholdable += calls.filter { table[$0]?.state == .active }
    } else if let problem {
      if !held.isEmpty { plans[index].undo.append(.resume(held)) }
      if case .resume(let target)? = plans[index].goal, let group = table[target]?.group {
        // H8: the target may have resumed by itself during the failed hold; the front stays, so hold the target.
        let early = table.unheld(in: group)
        if !early.isEmpty { plans[index].undo.append(.hold(early)) }
      }
      if !plans[index].isFailed { fail(index, CallError(.cannotHold, Array(calls), transport: problem.transport)) }
    } else if case .part? = plans[index].goal {
      plans[index].undo.append(.resume(held))
    } else if case .join? = plans[index].goal {
      plans[index].undo.append(.resume(held))
    }
  }

  private mutating func noteOwn(_ calls: Few<CallID>, _ operation: CallOperation, _ problem: CallError?, of index: Int) {
    switch (operation, problem) {
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
      plans[index].undo += calls.map { .regroup($0, with: plans[index].leftBehind) }
    case (.setGroup(with: nil), .none):
      switch plans[index].goal {
      case .join, .part: plans[index].undo += calls.map { .regroup($0, with: plans[index].leftBehind) }
      default: break
      }
    default: break
    }
    if problem == nil, case .perform? = plans[index].goal { return achieve(index) }
    if let problem, !plans[index].isFailed { fail(index, problem) }
  }
}
