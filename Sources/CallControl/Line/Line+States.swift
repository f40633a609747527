extension Line {
  /// Moves a call into a state and emits it.
  mutating func enter(_ state: CallState, at index: Int) {
    table.legs[index].state = state
    isDirty = true
    emit(.entered(table.legs[index].id, state))
    if state != .ringing { setTone(.quiet, at: index) }
  }

  /// Makes a call active, for the first time (at `time`) or again.
  mutating func becomeActive(at index: Int, connected time: Instant? = nil) {
    let (call, group) = (table.legs[index].id, table.legs[index].group)
    if table.legs[index].connected == nil {
      table.legs[index].connected = time ?? now
      table.legs[index].groupStart = table.legs[index].groupStart ?? time ?? now
    }
    table.legs[index].patience = nil
    table.legs[index].hold = .none
    table.legs[index].activeOrder = table.nextCount()
    enter(.active, at: index)
    grantedTransferIsActive(call)
    // X8: once this call and all of its group are active, the calls held for it stay held as the user's choice.
    guard !table.legs.indices.contains(where: { table.legs[$0].group == group && table.legs[$0].state == .held }) else { return }
    for other in table.legs.indices where table.legs[other].hold == .call(call) { table.legs[other].hold = .user }
  }

  /// Makes a call held, for the reason that its hold was sent with.
  mutating func becomeHeld(at index: Int) {
    guard table.legs[index].state == .active else { return }
    if table.legs[index].hold == .none { table.legs[index].hold = .user }
    table.legs[index].heldOrder = table.nextCount()
    noteAudioLeft(.held)
    enter(.held, at: index)
  }

  /// Ends a call; the only way in which a call ends (V3).
  ///
  /// - Parameters:
  ///   - byProvider: true when the provider reported the end, so that the call cannot come to life again.
  ///   - time: the time of the end; default now.
  ///   - requestsFailWith: the error of requests about the call; default `transactionAborted`.
  mutating func finish(
    _ index: Int, _ end: CallEnd, byProvider: Bool = false, at time: Instant? = nil, requestsFailWith error: CallError? = nil
  ) {
    setTone(.quiet, at: index)
    let wasInFront = table.legs[index].isInFront || table.legs[index].marks.contains(.leavesFront)
    let wasFrontForTransfer = table.legs[index].hold == .transfer && end.cause == .transferred
    let leg = table.remove(at: index)
    isDirty = true
    emit(.ended(leg.id, end))
    emit(.log(CallRecord(of: leg, outcome: outcome(of: leg, end), end: end, ended: time ?? now)))
    let code: CallError.Code = end.cause == .providerLost ? .providerLost : .transactionAborted
    let implied = implied.first { $0.command.call == leg.id }?.command.id
    if implied != nil { self.implied.removeAll { $0.command.call == leg.id } }
    remember(Departed(call: leg.id, provider: leg.provider, byHost: !byProvider, implied: implied, wasShown: leg.isVisible, error: code))

    // The End's cause counts, even when the End itself failed (E2).
    if case .madeRoom(let other)? = leg.endCause ?? end.cause {
      for index in table.legs.indices where table.legs[index].hold == .call(leg.id) { table.legs[index].hold = .call(other) }
    }
    if wasInFront { noteAudioLeft(.ended) }
    if table.size(of: leg.group) == 0, wasInFront || wasFrontForTransfer { noteFrontEnd(leg, end) }
    screenings.removeAll { $0.call == leg.id }
    asks.removeAll { $0.call == leg.id || $0.newCall == leg.id }
    abandonPlans(about: leg.id, in: leg.group, error ?? CallError(code, [leg.id]))
    var place = 0
    while place < pending.count {
      guard pending[place].command.call == leg.id else {
        place += 1
        continue
      }
      resolved(pending.remove(at: place).command.id, nil)
    }
  }

  private mutating func remember(_ call: Departed) {
    if departed.count >= Departed.limit { departed.removeFirst() }
    departed.append(call)
  }

  /// E3–E5: notes how the front group ended, which decides what follows.
  private mutating func noteFrontEnd(_ leg: Leg, _ end: CallEnd) {
    switch leg.endCause ?? end.cause {
    case .madeRoom, .replaced: return
    default: frontEnd = end.reason == .localEnded || leg.marks.contains(.endAsked) ? .local : .remote
    }
  }

  private func outcome(of leg: Leg, _ end: CallEnd) -> CallRecord.Outcome {
    if leg.connected != nil { return .answered }
    switch leg.direction {
    case .outgoing: return end.reason == .localEnded && end.cause != .dialTimeout ? .cancelled : .failed
    case .incoming:
      if leg.marks.contains(.endAsked) || end.isDecline { return .declined }
      if end.reason == .answeredElsewhere { return .answeredElsewhere }
      return leg.marks.contains(.answerFailed) ? .failed : .missed
    }
  }

  // MARK: Tones

  /// Sets a ringing call's tone; a change from one tone to another is one effect.
  mutating func setTone(_ tone: Tone, at index: Int) {
    guard table.legs[index].tone != tone else { return }
    table.legs[index].tone = tone
    isDirty = true
    emit(.tone(table.legs[index].id, tone))
  }

  /// I2: updates the tone of every ringing call.
  mutating func updateTones() {
    for index in table.legs.indices where table.legs[index].state == .ringing { updateTone(at: index) }
  }

  /// I2: sets one ringing call's tone: the ringtone, the waiting tone while another call is in front, or none when silenced.
  mutating func updateTone(at index: Int) {
    let isWaiting = isSomebodyInFront
    if table.legs[index].marks.contains(.waiting) != isWaiting {
      if isWaiting { table.legs[index].marks.insert(.waiting) } else { table.legs[index].marks.remove(.waiting) }
      isDirty = true
    }
    let isQuiet = !table.legs[index].marks.isDisjoint(with: .quiet)
    setTone(isQuiet ? .quiet : (isWaiting ? .wait : .ring), at: index)
  }

  /// I10: stops the tone of a ringing call.
  mutating func silence(_ call: CallID) {
    guard let index = table.index(of: call), table.legs[index].state == .ringing, !table.legs[index].marks.contains(.silenced) else {
      return
    }
    table.legs[index].marks.insert(.silenced)
    isDirty = true
    updateTone(at: index)
  }

  /// True while a group is in front, or an End of the front call is unanswered.
  var isSomebodyInFront: Bool {
    table.front() != nil || table.isFrontLeaving
  }
}
