internal import CallControl

extension ScenarioWorld {
  /// Sends a request to the host.
  mutating func ask(_ asking: Asking, _ origin: Origin) {
    requestCount += 1
    let id = RequestID(rawValue: requestCount)
    lastAsked = LastAsked(request: id)
    var facts = RequestFacts()
    var claimed: [CallID] = []
    var lines: [LineID] = []
    let body = body(of: asking, &lines)
    facts.crossesLines = lines.count > 1
    let line = lines.first ?? .main
    for call in startedCalls(asking) {
      if claim(call, on: line) { claimed.append(call) } else { facts.takenCalls.append(call) }
    }
    tell(line, .request(CallRequest(id: id, origin: origin, body: body), facts))
    if case .refused? = lastAsked.outcome {
      for call in claimed { board.release(call) }
    } else {
      takeOwnership(asking)
    }
  }

  /// Claims the id of a new call; a label may be used again a day later, and the old call is then forgotten.
  mutating func claim(_ call: CallID, on line: LineID) -> Bool {
    guard board.claim(call, on: line, at: now) else { return false }
    ends[call] = nil
    shown.remove(call)
    return true
  }

  /// Returns the calls that a request would start.
  private mutating func startedCalls(_ asking: Asking) -> [CallID] {
    switch asking {
    case .transaction(let actions):
      return actions.compactMap { if case .start(let call, _, _, _) = $0 { names.call(call) } else { nil } }
    case .acceptTransfer(let call):
      return askedFor[names.call(call)].map { [$0] } ?? []
    case .endGroup, .swap, .merge, .continueDTMF, .refuseTransfer:
      return []
    }
  }

  /// Records the providers of the calls that an accepted request starts.
  private mutating func takeOwnership(_ asking: Asking) {
    guard case .transaction(let actions) = asking else { return }
    for case .start(let call, let provider, _, _) in actions { owners[names.call(call)] = provider }
  }

  /// Converts a request for the core; `lines` gets each line of its known calls once.
  private mutating func body(of asking: Asking, _ lines: inout [LineID]) -> RequestBody {
    switch asking {
    case .transaction(let actions):
      var result: [RequestedAction] = []
      for action in actions { result.append(requested(action, &lines)) }
      return .transaction(result)
    case .endGroup(let call): return .endGroup(known(call, &lines))
    case .swap(let line):
      lines = [line]
      return .swap
    case .merge(let calls):
      var result: [CallID] = []
      for call in calls { result.append(known(call, &lines)) }
      return .merge(result)
    case .continueDTMF(let call): return .continueDTMF(known(call, &lines))
    case .acceptTransfer(let call): return .acceptTransfer(known(call, &lines))
    case .refuseTransfer(let call): return .refuseTransfer(known(call, &lines))
    }
  }

  private mutating func requested(_ action: Asking.Action, _ lines: inout [LineID]) -> RequestedAction {
    switch action {
    case .start(let name, let provider, let handle, let line):
      if !lines.contains(line) { lines.append(line) }
      let call = names.call(name)
      if owners[call] == nil { owners[call] = provider }
      return .start(call, provider: provider, StartDetails(handle: handle))
    case .answer(let call, let choice): return .answer(known(call, &lines), choice)
    case .end(let call, let decline): return .end(known(call, &lines), decline)
    case .setHeld(let call, let value): return .setHeld(known(call, &lines), value)
    case .setMuted(let call, let value): return .setMuted(known(call, &lines), value)
    case .setGroup(let call, let other?): return .setGroup(known(call, &lines), with: known(other, &lines))
    case .setGroup(let call, nil): return .setGroup(known(call, &lines), with: nil)
    case .playDTMF(let call, let digits): return .playDTMF(known(call, &lines), digits)
    case .transferToHandle(let call, let handle): return .transfer(known(call, &lines), .handle(handle))
    case .transferToCall(let call, let other): return .transfer(known(call, &lines), .call(known(other, &lines)))
    }
  }

  private mutating func known(_ name: String, _ lines: inout [LineID]) -> CallID {
    let call = names.call(name)
    if let line = board.line(of: call), !lines.contains(line) { lines.append(line) }
    return call
  }
}
