extension CallTable {
  /// A1–A12: what an Answer needs next.
  func moveToAnswer(_ call: CallID, _ choice: AnswerChoice, _ context: PlanContext) throws(CallError) -> Move {
    if !context.isJudging {
      let leg = legs[try visible(call)]
      if leg.state == .answering { return .wait }
      if leg.state.isConnected { return .achieved }
      if leg.state == .ending { throw CallError(.transactionAborted, [call]) }
      if legs.contains(where: { $0.state == .ending && $0.endCause == .madeRoom(for: call) }) { return .wait }
    }
    let leg = try judgeAnswer(call, context)
    if !context.hasDecided {
      let ends = try callsToEnd(for: leg, choice, context.origin)
      if !ends.isEmpty { return .end(ends, .madeRoom(for: call)) }
    }
    if let front = front(besides: call) {
      let members = unheld(in: front)
      if isHoldable(front) && choice != .endActive { return .hold(members, .call(call)) }
      guard choice == .automatic || choice == .endActive else { throw CallError(.cannotHold, Array(members)) }
      guard context.origin == .user else { throw CallError(.wouldEndCalls, Array(members)) }
      return .end(members, .madeRoom(for: call))
    }
    guard hasRoom(for: call, at: leg.provider) else { throw CallError(.maximumCallGroupsReached, callsInTheWay) }
    return .send([call], .answer)
  }

  /// A7, A8, A12: whether the call can be answered at all.
  private func judgeAnswer(_ call: CallID, _ context: PlanContext) throws(CallError) -> Leg {
    let leg = legs[try visible(call)]
    try judgeRinging(leg, context.waitingAnswers)
    return leg
  }

  private func judgeRinging(_ leg: Leg, _ waitingAnswers: [CallID]) throws(CallError) {
    guard leg.state == .ringing, !waitingAnswers.contains(leg.id) else { throw CallError(.invalidAction, [leg.id]) }
    if let emergency { throw CallError(.emergencyInProgress, [emergency]) }
    if let other = legs.firstIndex(where: { $0.state == .answering }) { throw CallError(.answerInProgress, [legs[other].id]) }
    if let other = waitingAnswers.first { throw CallError(.answerInProgress, [other]) }
  }

  /// A2–A6: whom answering would end, with `choice`.
  func callsToEnd(for leg: Leg, _ choice: AnswerChoice, _ origin: Origin) throws(CallError) -> Few<CallID> {
    let outgoing = calls { legs[$0].state.isOutgoingInProgress }
    let front = legs.firstIndex { $0.isInFront && !$0.state.isOutgoingInProgress && $0.id != leg.id }.map { legs[$0].group }
    let frontCalls = front.map(unheld(in:)) ?? Few()
    let frontIsHoldable = front.map(isHoldable) ?? true
    let isBlocked = !outgoing.isEmpty || !frontIsHoldable

    var ends = Few<CallID>()
    switch choice {
    case .automatic where isBlocked:
      ends = frontIsHoldable ? outgoing : outgoing + frontCalls
    case .automatic where !hasRoom(for: leg.id, at: leg.provider):
      ends = groupThatMakesRoom(for: leg).map(members(of:)) ?? frontCalls
    case .automatic:
      break
    case .holdActive:
      if isBlocked { throw CallError(.cannotHold, Array(outgoing + frontCalls)) }
    case .endActive:
      ends = outgoing + frontCalls
    case .endHeldAndHoldActive:
      if isBlocked { throw CallError(.cannotHold, Array(outgoing + frontCalls)) }
      ends =
        (hasRoom(for: leg.id, at: leg.provider) ? heldGroups.first : groupThatMakesRoom(for: leg) ?? heldGroups.first)
        .map(members(of:)) ?? Few()
    }

    var after = self
    if !ends.isEmpty { after.legs.removeAll { ends.contains($0.id) } }
    guard after.hasRoom(for: leg.id, at: leg.provider) else { throw CallError(.maximumCallGroupsReached, callsInTheWay) }
    if !ends.isEmpty && origin != .user { throw CallError(.wouldEndCalls, Array(ends)) }
    return ends
  }

  /// I4: what Answer can do for a ringing call, for a person who asks; nil: allowed.
  func answerChoices(for leg: Leg, waitingAnswers: [CallID]) -> [AnswerChoice: CallError?] {
    var choices: [AnswerChoice: CallError?] = [:]
    for choice in AnswerChoice.allCases {
      do throws(CallError) {
        try judgeRinging(leg, waitingAnswers)
        _ = try callsToEnd(for: leg, choice, .user)
        choices[choice] = .some(nil)
      } catch {
        choices[choice] = error
      }
    }
    return choices
  }
}
