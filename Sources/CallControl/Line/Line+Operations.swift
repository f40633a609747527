// The effect of each operation on its call: the place for a new one.

extension CallOperation {
  /// True for an operation that goes out beside the line's plan (X6).
  var isBesidePlan: Bool {
    switch self {
    case .setMuted, .playDTMF, .deflect: true
    case .start, .answer, .end, .setHeld, .setGroup, .transfer: false
    }
  }

  /// True for an operation beside the plan that waits for earlier ones of its call: digits keep their order, and so do mute and unmute.
  var isInOrder: Bool {
    switch self {
    case .setMuted, .playDTMF: true
    case .start, .answer, .end, .setHeld, .setGroup, .transfer, .deflect: false
    }
  }

  /// True for an operation that moves a call between the front, hold and groups; a call has one of them under way at a time.
  var isMove: Bool { kind == .setHeld || kind == .setGroup }

  /// True for an operation that must be alone in its transaction (R1, R5).
  var isAlone: Bool {
    switch self {
    case .transfer, .deflect: true
    case .start, .answer, .end, .setHeld, .setMuted, .setGroup, .playDTMF: false
    }
  }

  /// True for an operation that may hold or end the calls in front (X9).
  var affectsFront: Bool {
    switch self {
    case .start, .answer, .setHeld(false), .setGroup: true
    case .end, .setHeld(true), .setMuted, .playDTMF, .transfer, .deflect: false
    }
  }

  /// The goals of a requested operation, in order.
  ///
  /// - Throws: `invalidAction` for tones that cannot be sent.
  func goals(on call: CallID, _ choice: AnswerChoice, _ origin: Origin) throws(CallError) -> Few<Goal> {
    switch self {
    case .start: return Few(one: .start(call))
    case .answer: return Few(one: .answer(call, choice))
    case .end: return Few(one: .end(Few(one: call), origin == .client ? .client : .user))
    case .setHeld(true): return Few(one: .hold(call))
    case .setHeld(false): return Few(one: .resume(call))
    case .setGroup(let other?): return Few(one: .join(call, with: other))
    case .setGroup(nil): return Few(one: .part(call))
    case .playDTMF(let digits, _): return Few(try Tones.goals(digits, on: call))
    case .setMuted, .transfer, .deflect: return Few(one: .perform(call, self))
    }
  }
}

extension CallOperation.Kind {
  /// The operations that an End of their call overtakes (X6).
  static let overtakenByEnd: [CallOperation.Kind] = [.start, .answer, .transfer, .deflect]
}

extension CallTable {
  /// Returns the next step of an operation that needs no plan of its own.
  func moveToPerform(_ operation: CallOperation, on call: CallID, _ context: PlanContext) throws(CallError) -> Move {
    switch operation {
    case .setMuted(let value): try moveToMute(call, value)
    case .playDTMF(let digits, let kind): try moveToPlay(digits, kind, on: call)
    case .transfer(let target): try moveToTransfer(call, target)
    case .deflect(let handle): try moveToDeflect(call, to: handle, context)
    case .start, .answer, .end, .setHeld, .setGroup: throw CallError(.invalidAction, [call])
    }
  }

  /// R5: returns the next step of a deflect.
  private func moveToDeflect(_ call: CallID, to handle: Handle, _ context: PlanContext) throws(CallError) -> Move {
    let leg = legs[try visible(call)]
    guard leg.direction == .incoming, leg.state == .ringing, !leg.marks.contains(.transferring), !context.waitingAnswers.contains(call)
    else { throw CallError(.invalidAction, [call]) }
    guard leg.capabilities.contains(.deflect), roster.capabilities(of: leg.provider).contains(.deflect) else {
      throw CallError(.deflectUnsupported, [call], provider: leg.provider)
    }
    guard roster.takes(handle.type, leg.provider) else {
      throw CallError(.unsupportedHandle, [call], provider: leg.provider, handleKinds: roster.kinds(of: leg.provider))
    }
    return .send(Few(one: call), .deflect(to: handle))
  }

  /// Applies an operation to this copy as if its provider carried it out, so that the next goal is judged by the result.
  mutating func presume(_ operation: CallOperation, of call: CallID) {
    guard let index = index(of: call) else { return }
    switch operation {
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
    case .playDTMF, .transfer, .deflect: break
    }
  }
}

extension Line {
  /// An Answer withdraws a deflect of its call (R5).
  ///
  /// X6: an Answer that must end a call whose Start is under way sends that End ahead of the queue.
  mutating func overtake(_ plan: Plan) {
    for case .answer(let call, _) in plan.items.map(\.goal) { withdrawDeflect(of: call) }
    guard providerToWaitFor(plan) == nil, isLineBusy || !queue.isEmpty || !aside.isEmpty, case .answer(let call, let choice)? = plan.goal,
      let place = table.index(of: call), let ends = try? table.callsToEnd(forCallAt: place, choice, plan.context.origin)
    else { return }
    for other in ends where table[other]?.state == .requested {
      _ = end(other, .madeRoom(for: call), .host)
    }
  }

  /// R5: withdraws a deflect under way, so that its call rings as before.
  private mutating func withdrawDeflect(of call: CallID) {
    guard let index = table.index(of: call), table.legs[index].state == .ringing, table.legs[index].marks.contains(.transferring)
    else { return }
    withdraw([.deflect], of: call)
    table.legs[index].marks.remove(.transferring)
    updateTone(at: index)
    isDirty = true
  }

  /// Prepares for a command: a hold stops tones first (M3).
  mutating func prepare(_ command: ProviderCommand) {
    if command.operation == .setHeld(true) { stopTones(of: command.call) }
  }

  /// Updates a call's state for a command that was just sent.
  mutating func markSent(_ command: ProviderCommand) {
    guard let index = table.index(of: command.call) else { return }
    switch command.operation {
    case .start: table.legs[index].marks.insert(.startSent)
    case .answer:
      table.legs[index].patience = nil
      if command.origin == .user { table.legs[index].marks.insert(.users) }
      enter(.answering, at: index)
    case .transfer: table.legs[index].marks.insert(.transferring); isDirty = true
    case .deflect:
      table.legs[index].marks.insert(.transferring)
      updateTone(at: index)
      isDirty = true
    case .end, .setHeld, .setMuted, .setGroup, .playDTMF: break
    }
  }

  /// Updates a call's state for a command fulfilled at `time`.
  mutating func apply(_ command: ProviderCommand, at time: Instant) {
    guard let index = table.index(of: command.call) else { return }
    let state = table.legs[index].state
    switch command.operation {
    case .start:
      guard state == .requested else { return }
      table.legs[index].started = time
      if !table.legs[index].marks.contains(.emergency) {
        table.legs[index].patience = now.advanced(by: table.limit(.dial, table.legs[index].provider))
      }
      enter(.dialing, at: index)
    case .answer:
      if state == .answering { becomeActive(at: index, connected: time) }
    case .end:
      if state == .ending { finish(index, CallEnd(.localEnded, cause: table.legs[index].endCause), at: time) }
    case .setHeld(true):
      becomeHeld(at: index)
    case .setHeld(false):
      if state == .held { becomeActive(at: index) }
    case .setMuted(let value):
      if value { table.legs[index].marks.insert(.muted) } else { table.legs[index].marks.remove(.muted) }
      isDirty = true
    case .setGroup(let other?):
      table.bridge(command.call, with: other)
      table.join(command.call, groupOf: other, isMixed: false)
      isDirty = true
    case .setGroup(nil):
      table.part(command.call)
      isDirty = true
    case .playDTMF:
      break
    case .transfer(let target):
      transferred(command.call, target)
    case .deflect:
      finish(index, CallEnd(.localEnded, cause: command.origin == .host ? .lineMoved : .deflected), byProvider: true)
    }
  }

  /// Updates a call for a command that failed or timed out.
  ///
  /// Returns true when the plan may count the command as carried out.
  mutating func markFailed(_ command: ProviderCommand, at index: Int, _ error: CallError, cause: EndCause) -> Bool {
    switch command.operation {
    case .start, .answer:
      if command.kind == .answer { table.legs[index].marks.insert(.answerFailed) }
      finish(index, CallEnd(.failed, cause: cause, transport: error.transport), requestsFailWith: error)
    case .end:
      finish(index, CallEnd(.localEnded, cause: cause, transport: error.transport))
      return true
    case .setHeld(true):
      if table.legs[index].state == .active { table.legs[index].hold = .none }
      noteUnholdable(command.call)
      if isHeldForOrder(command.id) { endUnlessFree(command.call) }
    case .transfer:
      transferFailed(command.call)
    case .deflect:
      table.legs[index].marks.remove(.transferring)
      updateTone(at: index)
      isDirty = true
      sendAwayAfterDeflect(command.call)
    case .setHeld(false), .setMuted, .setGroup, .playDTMF:
      break
    }
    return false
  }

  /// Takes back the state of a command that its provider never received (X3): a call to be answered rings on, one to be started ends.
  mutating func takeBack(_ command: ProviderCommand, at index: Int, _ error: CallError) {
    switch (command.operation, table.legs[index].state) {
    case (.start, _):
      finish(index, CallEnd(.failed), requestsFailWith: error)
    case (.answer, .answering):
      enter(.ringing, at: index)
      table.legs[index].patience = now.advanced(by: table.limit(.ring, table.legs[index].provider))
      updateTone(at: index)
    case (.answer, _), (.end, _), (.setHeld, _), (.setMuted, _), (.setGroup, _), (.playDTMF, _), (.transfer, _), (.deflect, _): break
    }
  }
}
