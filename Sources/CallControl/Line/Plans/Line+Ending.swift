extension Line {
  /// Ends a call on the wire, or at once when its Start was not sent (E1); joins an End under way.
  ///
  /// Returns the command that ends it; nil when the call has ended already.
  mutating func end(_ call: CallID, _ cause: EndCause, _ origin: Origin, decline: Decline? = nil, within: Duration? = nil) -> CommandID? {
    guard let index = table.index(of: call) else { return nil }
    let state = table.legs[index].state
    if state == .ending { return shorten(endOf: call, to: within) }
    if origin == .user || origin == .client { table.legs[index].marks.insert(.endAsked) }
    if state == .requested && !table.legs[index].marks.contains(.startSent) {
      finish(index, CallEnd(.localEnded, cause: cause))
      return nil
    }

    withdraw(CallOperation.Kind.overtakenByEnd, of: call)
    abandonPlans(about: call, in: table.legs[index].group, CallError(.transactionAborted, [call]))
    guard let index = table.index(of: call) else { return nil }
    let command = command(.end(decline), at: index, origin, cause: cause, within: within)
    let provider = table.legs[index].provider
    emit(.send(provider, command))
    register(command, at: provider)
    beginEnding(at: index, cause)
    return command.id
  }

  /// Moves a call to `ending`, as its End was sent.
  mutating func beginEnding(at index: Int, _ cause: EndCause) {
    if table.legs[index].isInFront {
      table.legs[index].marks.insert(.leavesFront)
      noteAudioLeft(.ended)
    }
    table.legs[index].marks.remove(.transferring)
    table.legs[index].endCause = cause
    table.legs[index].patience = nil
    enter(.ending, at: index)
  }

  private mutating func shorten(endOf call: CallID, to limit: Duration?) -> CommandID? {
    guard let index = pending.firstIndex(where: { $0.command.call == call && $0.command.kind == .end }) else { return nil }
    if let limit { pending[index].command.deadline = min(pending[index].command.deadline, now.advanced(by: limit)) }
    return pending[index].command.id
  }

  /// Cancels pending commands that an End overtakes (X6).
  mutating func withdraw(_ kinds: [CallOperation.Kind], of call: CallID) {
    for withdrawn in pending where withdrawn.command.call == call && kinds.contains(withdrawn.command.kind) {
      emit(.cancel(withdrawn.provider, withdrawn.command))
      pending.removeAll { $0.command.id == withdrawn.command.id }
      resolved(withdrawn.command.id, CallError(.transactionAborted, [call]))
    }
  }

  /// E1: returns true when a call was shown and is among the last ended calls.
  func hasEnded(_ call: CallID) -> Bool {
    table.index(of: call) == nil && departed.contains { $0.call == call && $0.wasShown }
  }

  /// Returns the cause of a requested End; a ringing call is declined.
  func cause(ofEnding call: CallID, _ origin: Origin) -> EndCause {
    if table[call]?.state == .ringing { return .declined }
    switch origin {
    case .user: return .user
    case .client: return .client
    case .provider, .host: return .host
    }
  }
}
