extension CallTable {
  /// A1–A12: returns the next step of an Answer.
  func moveToAnswer(_ call: CallID, _ choice: AnswerChoice, _ context: PlanContext) throws(CallError) -> Move {
    if !context.isJudging {
      let state = legs[try visible(call)].state
      if state == .answering { return .wait }
      if state.isConnected { return .achieved }
      if state == .ending { throw CallError(.transactionAborted, [call]) }
      if legs.indices.contains(where: { legs[$0].state == .ending && legs[$0].endCause == .madeRoom(for: call) }) { return .wait }
    }
    let place = try visible(call)
    try judgeRinging(at: place, context.waitingAnswers)
    if !context.hasDecided {
      let ends = try callsToEnd(forCallAt: place, choice, context.origin)
      if !ends.isEmpty { return .end(ends, .madeRoom(for: call)) }
    }
    if let front = front(besides: call) {
      let members = unheld(in: front)
      if isHoldable(front) && choice != .endActive { return .hold(members, .call(call)) }
      guard choice == .automatic || choice == .endActive else { throw CallError(.cannotHold, Array(members)) }
      guard context.origin == .user else { throw CallError(.wouldEndCalls, Array(members)) }
      return .end(members, .madeRoom(for: call))
    }
    guard hasRoom(for: call, at: legs[place].provider) else { throw CallError(.maximumCallGroupsReached, callsInTheWay) }
    return .send(Few(one: call), .answer)
  }

  /// A7, A8, A12: throws when the call cannot be answered at all.
  private func judgeRinging(at place: Int, _ waitingAnswers: [CallID]) throws(CallError) {
    let call = legs[place].id
    guard legs[place].state == .ringing, !waitingAnswers.contains(call) else { throw CallError(.invalidAction, [call]) }
    try judgeAddition(.answer)
    if let emergency { throw CallError(.emergencyInProgress, [emergency]) }
    if let other = legs.indices.first(where: { legs[$0].state == .answering }) { throw CallError(.answerInProgress, [legs[other].id]) }
    if let other = waitingAnswers.first { throw CallError(.answerInProgress, [other]) }
  }

  /// A2–A6: returns the calls that answering would end with `choice`.
  func callsToEnd(forCallAt place: Int, _ choice: AnswerChoice, _ origin: Origin) throws(CallError) -> Few<CallID> {
    let (call, provider) = (legs[place].id, legs[place].provider)
    let outgoing = calls { legs[$0].state.isOutgoingInProgress }
    let front = legs.indices.first { legs[$0].isInFront && !legs[$0].state.isOutgoingInProgress && $0 != place }.map { legs[$0].group }
    let frontCalls = front.map(unheld(in:)) ?? Few()
    let frontIsHoldable = front.map(isHoldable) ?? true
    let isBlocked = !outgoing.isEmpty || !frontIsHoldable

    var ends = Few<CallID>()
    switch choice {
    case .automatic where isBlocked:
      ends = frontIsHoldable ? outgoing : outgoing + frontCalls
    case .automatic where !hasRoom(for: call, at: provider):
      ends = groupThatMakesRoom(for: call, at: provider).map(members(of:)) ?? frontCalls
    case .automatic:
      break
    case .holdActive:
      if isBlocked { throw CallError(.cannotHold, Array(outgoing + frontCalls)) }
    case .endActive:
      ends = outgoing + frontCalls
    case .endHeldAndHoldActive:
      if isBlocked { throw CallError(.cannotHold, Array(outgoing + frontCalls)) }
      ends =
        (hasRoom(for: call, at: provider) ? heldGroups.first : groupThatMakesRoom(for: call, at: provider) ?? heldGroups.first)
        .map(members(of:)) ?? Few()
    }

    guard hasRoom(for: call, at: provider, without: ends) else { throw CallError(.maximumCallGroupsReached, callsInTheWay) }
    if !ends.isEmpty && origin != .user { throw CallError(.wouldEndCalls, Array(ends)) }
    return ends
  }

  /// I4: returns the error of each choice of Answer for a person; nil when allowed.
  func answerChoices(forCallAt place: Int, waitingAnswers: [CallID]) -> [AnswerChoice: CallError?] {
    var choices: [AnswerChoice: CallError?] = [:]
    for choice in AnswerChoice.allCases {
      do throws(CallError) {
        try judgeRinging(at: place, waitingAnswers)
        _ = try callsToEnd(forCallAt: place, choice, .user)
        choices[choice] = .some(nil)
      } catch {
        choices[choice] = error
      }
    }
    return choices
  }
}
