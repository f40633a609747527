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
    case .resume(let call): try moveToResume(call)
    case .swap: try moveToSwap()
    case .mute(let call, let value): try moveToMute(call, value)
    case .join(let call, let other): try moveToJoin(call, with: other, context)
    case .merge(let calls): try moveToMerge(calls, context)
    case .part(let call): try moveToPart(call, context)
    case .tones(let call, let digits, let kind): try moveToPlay(digits, kind, on: call)
    case .pause(let call, _), .hardPause(let call): try moveToPause(call)
    case .transfer(let call, let target): try moveToTransfer(call, target, context)
    case .rehold(let call, _): self[call]?.state == .active ? .send(Few(one: call), .setHeld(true)) : .achieved
    case .takeOver(let call): self[call]?.state == .ringing ? .send(Few(one: call), .answer) : .achieved
    }
  }

  /// Applies a goal to this copy as if its providers succeeded, so that the next goal is judged by the result.
  mutating func rehearse(_ goal: Goal, _ context: PlanContext) throws(CallError) {
    var context = context
    // Each goal needs a few moves; the limit stops a rule that would ask forever.
    for _ in 0..<16 {
      let move = try move(for: goal, context)
      switch move {
      case .achieved, .wait: return
      case .hold(let calls, let reason):
        for call in calls { presumeHeld(call, reason) }
      case .end(let calls, _):
        context.hasDecided = true
        for call in calls { presumeEnded(call) }
      case .mix(let calls, let other):
        for call in calls { join(call, groupOf: other, isMixed: true) }
      case .split(let call): part(call)
      case .send(let calls, let content):
        for call in calls { presume(content, of: call) }
        switch content {
        case .setHeld, .setGroup: continue
        case .start, .answer, .end, .setMuted, .playDTMF, .transfer: return
        }
      }
    }
  }

  private mutating func presumeHeld(_ call: CallID, _ reason: HoldReason) {
    guard let index = index(of: call) else { return }
    legs[index].state = .held
    legs[index].hold = reason
    legs[index].heldOrder = nextCount()
  }

  private mutating func presumeEnded(_ call: CallID) {
    guard let index = index(of: call) else { return }
    _ = remove(at: index)
  }

  private mutating func presume(_ content: CommandContent, of call: CallID) {
    guard let index = index(of: call) else { return }
    switch content {
    case .start: legs[index].state = .dialing
    case .answer: legs[index].state = .active
    case .end: presumeEnded(call)
    case .setHeld(true): presumeHeld(call, .user)
    case .setHeld(false): legs[index].state = .active
    case .setMuted(let value): if value { legs[index].marks.insert(.muted) } else { legs[index].marks.remove(.muted) }
    case .setGroup(let other?):
      bridge(call, with: other)
      join(call, groupOf: other, isMixed: false)
    case .setGroup(nil): part(call)
    case .playDTMF, .transfer: break
    }
  }
}
