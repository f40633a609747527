extension CallTable {
  /// Returns the next step towards `goal`: the one place where goals meet their rules.
  ///
  /// - Throws: the rule that forbids it, or `unknownCallUUID` when its call is gone.
  func move(for goal: Goal, _ context: PlanContext) throws(CallError) -> Move {
    switch goal {
    case .start(let call): try moveToStart(call, context)
    case .answer(let call, let choice): try moveToAnswer(call, choice, context)
    case .end(let calls, _): moveToEnd(calls)
    case .hold(let call): try moveToHold(call)
    case .resume(let call): try moveToResume(call, context)
    case .swap: try moveToSwap(context)
    case .perform(let call, let operation): try moveToPerform(operation, on: call, context)
    case .join(let call, let other): try moveToJoin(call, with: other, context)
    case .merge(let calls): try moveToMerge(calls, context)
    case .part(let call): try moveToPart(call, context)
    case .pause(let call, _), .hardPause(let call): try moveToPause(call)
    case .rehold(let call, _): self[call]?.state == .active ? .send(Few(one: call), .setHeld(true)) : .achieved
    case .takeOver(let call): self[call]?.state == .ringing ? .send(Few(one: call), .answer) : .achieved
    }
  }

  /// Applies a goal to this copy as if its providers succeeded, so that the next goal is judged by the result.
  mutating func rehearse(_ goal: Goal, _ context: PlanContext) throws(CallError) {
    var context = context
    // Each goal needs a few moves; the limit stops a rule that would ask forever.
    for _ in 0..<16 {
      switch try move(for: goal, context) {
      case .achieved, .wait: return
      case .hold(let calls, let reason):
        for call in calls { presumeHeld(call, reason) }
      case .end(let calls, _):
        context.hasDecided = true
        for call in calls { presumeEnded(call) }
      case .mix(let calls, let other):
        for call in calls { join(call, groupOf: other, isMixed: true) }
      case .split(let call): part(call)
      case .send(let calls, let operation):
        for call in calls { presume(operation, of: call) }
        if !operation.isMove { return }
      }
    }
  }

  mutating func presumeHeld(_ call: CallID, _ reason: HoldReason) {
    guard let index = index(of: call) else { return }
    legs[index].state = .held
    legs[index].hold = reason
    legs[index].heldOrder = nextCount()
  }

  mutating func presumeEnded(_ call: CallID) {
    guard let index = index(of: call) else { return }
    _ = remove(at: index)
  }
}

extension CallTable {
  /// R1, R2: returns the next step of a transfer.
  func moveToTransfer(_ call: CallID, _ target: TransferTarget) throws(CallError) -> Move {
    var parties = [legs[try visible(call)]]
    if case .call(let other) = target { parties.append(legs[try visible(other)]) }

    for leg in parties {
      guard leg.state.isConnected, size(of: leg.group) == 1, !leg.marks.contains(.transferring) else {
        throw CallError(.invalidAction, [leg.id])
      }
    }
    if parties.count == 2, parties[0].id == parties[1].id { throw CallError(.invalidAction, [call]) }
    if let leg = parties.first(where: { $0.marks.contains(.emergency) }) { throw CallError(.emergencyInProgress, [leg.id]) }
    if let leg = parties.first(where: { !$0.capabilities.contains(.transfer) || !$0.sharesInstance(with: parties[0]) }) {
      throw CallError(.transferUnsupported, [leg.id])
    }
    if case .handle(let handle) = target, !roster.takes(handle.type, parties[0].provider) {
      throw CallError(
        .unsupportedHandle, [call], provider: parties[0].provider, handleKinds: roster.kinds(of: parties[0].provider))
    }
    if let leg = parties.first(where: { $0.state == .active && !$0.capabilities.contains(.holding) }) {
      throw CallError(.cannotHold, [leg.id])
    }

    if let active = parties.first(where: { $0.state == .active }) { return .hold(Few(one: active.id), .transfer) }
    return .send(Few(one: call), .transfer(target))
  }
}
