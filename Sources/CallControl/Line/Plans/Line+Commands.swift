extension Line {
  // MARK: Sending

  /// Makes a command without sending it.
  mutating func command(
    _ content: CommandContent, at index: Int, _ origin: Origin, cause: EndCause? = nil, decline: Decline? = nil, within: Duration? = nil
  ) -> ProviderCommand {
    commandCount += 1
    // No `??`: its closure would copy the whole table.
    var limit = if let within { within } else { table.limit(Deadline(content.kind), table.legs[index].provider) }
    if case .playDTMF(let digits, _) = content { limit += Deadline.perDigit * digits.utf8.count }
    return ProviderCommand(
      id: CommandID(rawValue: commandCount), call: table.legs[index].id, content: content, deadline: now.advanced(by: limit),
      origin: origin, cause: cause, decline: cause == .declined ? decline : nil)
  }

  /// Adds a command to those that await an answer.
  mutating func register(_ command: ProviderCommand, at provider: ProviderID) {
    pending.append(Pending(provider: provider, command: command))
  }

  /// Sends one command.
  mutating func send(_ command: ProviderCommand, to provider: ProviderID) {
    prepare(command)
    emit(.send(provider, command))
    register(command, at: provider)
    markSent(command)
  }

  /// Prepares for a command: a hold stops tones first (M3).
  mutating func prepare(_ command: ProviderCommand) {
    if command.content == .setHeld(true) { stopTones(of: command.call) }
  }

  /// Updates a call's state for a command that was just sent.
  mutating func markSent(_ command: ProviderCommand) {
    guard let index = table.index(of: command.call) else { return }
    switch command.content {
    case .start: table.legs[index].marks.insert(.startSent)
    case .answer:
      table.legs[index].patience = nil
      if command.origin == .user { table.legs[index].marks.insert(.users) }
      enter(.answering, at: index)
    case .transfer: table.legs[index].marks.insert(.transferring); isDirty = true
    case .end, .setHeld, .setMuted, .setGroup, .playDTMF: break
    }
  }

  /// Returns true while a setHeld or setGroup of the call is pending.
  func isBeingMoved(_ call: CallID) -> Bool {
    pending.contains { $0.command.call == call && ($0.command.kind == .setHeld || $0.command.kind == .setGroup) }
  }

  // MARK: Answers

  mutating func fulfilled(_ ref: CommandRef, by provider: ProviderID, at time: Instant?) {
    guard let index = pending.firstIndex(where: { $0.command.id == ref.id && $0.provider == provider && $0.command.call == ref.call })
    else {
      if takeImplied(ref, by: provider) != nil { return emit(.heard(provider, .fulfilled(ref.kind, ref.call))) }
      emit(.disregarded(provider, .stale, .fulfilled(ref.kind, ref.call)))
      let wasImplied = departed.contains { $0.call == ref.call && $0.provider == provider && $0.implied == ref.id }
      if ref.kind == .start || ref.kind == .answer, !wasImplied { endGhost(ref.call, at: provider) }
      return
    }
    emit(.heard(provider, .fulfilled(ref.kind, ref.call)))
    let command = pending.remove(at: index).command
    // Resolve the plan's wait first: applying the answer may end the call, which the plan must not take for a lost call.
    let isAwaited = isAwaited(command.id)
    let said = said(time, of: command.call, by: provider, .fulfilled(ref.kind, ref.call))
    resolved(command.id, nil)
    apply(command, at: said)
    if command.content == .setHeld(false), !isAwaited { holdUnlessFree(command.call) }
  }

  /// Returns true when a plan still needs a command's answer.
  private func isAwaited(_ command: CommandID) -> Bool {
    plans.contains { plan in
      plan.awaiting.contains(command) || (!plan.isFailed && plan.ahead.contains { $0.command == command })
    }
  }

  mutating func failed(_ ref: CommandRef, _ failure: CommandFailure, by provider: ProviderID) {
    guard let index = pending.firstIndex(where: { $0.command.id == ref.id && $0.provider == provider && $0.command.call == ref.call })
    else {
      guard let command = takeImplied(ref, by: provider) else {
        return emit(.disregarded(provider, .stale, .failed(ref.kind, ref.call)))
      }
      emit(.heard(provider, .failed(ref.kind, ref.call)))
      return giveUp(command, failure, by: provider)
    }
    emit(.heard(provider, .failed(ref.kind, ref.call)))
    giveUp(pending.remove(at: index).command, failure, by: provider)
  }

  private mutating func giveUp(_ command: ProviderCommand, _ failure: CommandFailure, by provider: ProviderID) {
    switch failure {
    case .failed(let transport):
      giveUp(command, CallError(.actionFailed, [command.call], transport: transport, provider: provider), cause: .actionFailed)
    case .unimplemented: giveUp(command, CallError(.notSupported, [command.call], provider: provider), cause: .actionFailed)
    }
  }

  /// Takes back a command that its provider never received (X3): a call to be answered rings on, one to be started ends.
  mutating func notAsked(_ ref: CommandRef, by provider: ProviderID) {
    guard let index = pending.firstIndex(where: { $0.command.id == ref.id && $0.provider == provider }) else { return }
    let command = pending.remove(at: index).command
    let error = CallError(.transactionAborted, [command.call])
    if let place = table.index(of: command.call) {
      switch (command.content, table.legs[place].state) {
      case (.start, _):
        finish(place, CallEnd(.failed), requestsFailWith: error)
      case (.answer, .answering):
        enter(.ringing, at: place)
        table.legs[place].patience = now.advanced(by: table.limit(.ring, provider))
        updateTone(at: place)
      default: break
      }
    }
    resolved(command.id, error)
  }

  /// Gives up a command whose deadline passed (T2).
  mutating func timeOut(_ pending: Pending) {
    emit(.timedOut(pending.provider, pending.command))
    giveUp(pending.command, CallError(.timedOut, [pending.command.call], provider: pending.provider), cause: .actionTimedOut)
  }

  /// Updates a call's state for a command fulfilled at `time`.
  mutating func apply(_ command: ProviderCommand, at time: Instant) {
    guard let index = table.index(of: command.call) else { return }
    let state = table.legs[index].state
    switch command.content {
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
    }
  }

  /// Updates a call and its plan for a command that failed or timed out.
  private mutating func giveUp(_ command: ProviderCommand, _ error: CallError, cause: EndCause) {
    guard let index = table.index(of: command.call) else { return resolved(command.id, error) }
    switch command.content {
    case .start, .answer:
      if case .answer = command.content { table.legs[index].marks.insert(.answerFailed) }
      finish(index, CallEnd(.failed, cause: cause, transport: error.transport), requestsFailWith: error)
    case .end:
      finish(index, CallEnd(.localEnded, cause: cause, transport: error.transport))
      return resolved(command.id, nil)
    case .setHeld(true):
      if table.legs[index].state == .active { table.legs[index].hold = .none }
      noteUnholdable(command.call)
      if isHeldForOrder(command.id) { endUnlessFree(command.call) }
    case .transfer:
      transferFailed(command.call)
    case .setHeld(false), .setMuted, .setGroup, .playDTMF:
      break
    }
    resolved(command.id, error)
  }

  /// T3: ends on the wire a call that comes to life after the host has ended it.
  mutating func endGhost(_ call: CallID, at provider: ProviderID) {
    guard table.index(of: call) == nil, table.roster.contains(provider),
      let ghost = departed.last(where: { $0.call == call }), ghost.byHost, ghost.provider == provider,
      !pending.contains(where: { $0.command.call == call && $0.command.kind == .end })
    else { return }
    commandCount += 1
    let deadline = now.advanced(by: table.limit(.end, provider))
    send(
      ProviderCommand(id: CommandID(rawValue: commandCount), call: call, content: .end, deadline: deadline, origin: .host, cause: .host),
      to: provider)
  }
}
