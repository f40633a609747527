extension Line {
  // MARK: Sending

  /// Makes a command without sending it; only a declined call's End keeps the decline's details.
  mutating func command(
    _ operation: CallOperation, at index: Int, _ origin: Origin, cause: EndCause? = nil, within: Duration? = nil
  ) -> ProviderCommand {
    commandCount += 1
    // No `??`: its closure would copy the whole table.
    var limit = if let within { within } else { table.limit(operation.kind.deadline, table.legs[index].provider) }
    if case .playDTMF(let digits, _) = operation { limit += Deadline.perDigit * digits.utf8.count }
    return ProviderCommand(
      id: CommandID(rawValue: commandCount), call: table.legs[index].id,
      operation: operation.kind == .end && cause != .declined ? .end() : operation, deadline: now.advanced(by: limit), origin: origin,
      cause: cause)
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
    if command.operation == .setHeld(false), !isAwaited { holdUnlessFree(command.call) }
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
      takeBack(command, at: place, error)
    }
    resolved(command.id, error)
  }

  /// Gives up a command whose deadline passed (T2).
  mutating func timeOut(_ pending: Pending) {
    emit(.timedOut(pending.provider, pending.command))
    giveUp(pending.command, CallError(.timedOut, [pending.command.call], provider: pending.provider), cause: .actionTimedOut)
  }

  /// Updates a call and its plan for a command that failed or timed out.
  private mutating func giveUp(_ command: ProviderCommand, _ error: CallError, cause: EndCause) {
    guard let index = table.index(of: command.call) else { return resolved(command.id, error) }
    let isDone = markFailed(command, at: index, error, cause: cause)
    resolved(command.id, isDone ? nil : error)
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
      ProviderCommand(
        id: CommandID(rawValue: commandCount), call: call, operation: .end(), deadline: deadline, origin: .host, cause: .host),
      to: provider)
  }
}
