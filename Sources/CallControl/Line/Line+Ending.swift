extension Line {
  /// Ends a call on the wire, or at once where nothing was sent yet (E1); joins an End that is under way.
  ///
  /// Returns the command whose answer ends it; nil when it has ended already.
  mutating func end(_ call: CallID, _ cause: EndCause, _ origin: Origin, decline: Decline? = nil, within: Duration? = nil) -> CommandID? {
    guard let index = table.index(of: call) else { return nil }
    let state = table.legs[index].state
    if state == .ending { return shorten(endOf: call, to: within) }
    if origin == .user || origin == .client { table.legs[index].marks.insert(.endAsked) }
    if state == .requested && !table.legs[index].marks.contains(.startSent) {
      finish(index, CallEnd(.localEnded, cause: cause))
      return nil
    }

    withdraw([.start, .answer, .transfer], of: call)
    abandonPlans(about: call, in: table.legs[index].group, CallError(.transactionAborted, [call]))
    guard let index = table.index(of: call) else { return nil }
    let command = command(.end, at: index, origin, cause: cause, decline: decline, within: within)
    let provider = table.legs[index].provider
    emit(.send(provider, command))
    register(command, at: provider)
    beginEnding(at: index, cause)
    return command.id
  }

  /// What a call becomes when its End is sent.
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

  /// Takes back commands that make no sense any more: an End overtakes them (X6).
  mutating func withdraw(_ kinds: [CommandKind], of call: CallID) {
    for withdrawn in pending where withdrawn.command.call == call && kinds.contains(withdrawn.command.kind) {
      emit(.cancel(withdrawn.provider, withdrawn.command))
      pending.removeAll { $0.command.id == withdrawn.command.id }
      resolved(withdrawn.command.id, CallError(.transactionAborted, [call]))
    }
  }

  /// E1: whether a call was shown, and has ended as one of the last that the line remembers.
  func hasEnded(_ call: CallID) -> Bool {
    table.index(of: call) == nil && departed.contains { $0.call == call && $0.wasShown }
  }

  /// The cause of an End that somebody asked for: a ringing call is declined.
  func cause(ofEnding call: CallID, _ origin: Origin) -> EndCause {
    if table[call]?.state == .ringing { return .declined }
    switch origin {
    case .user: return .user
    case .client: return .client
    case .provider, .host: return .host
    }
  }
}
