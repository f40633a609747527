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
      return actions.compactMap { $0.start == nil ? nil : names.call($0.call) }
    case .acceptTransfer(let call):
      return askedFor[names.call(call)].map { [$0] } ?? []
    case .endGroup, .swap, .merge, .continueDTMF, .refuseTransfer:
      return []
    }
  }

  /// Records the providers of the calls that an accepted request starts.
  private mutating func takeOwnership(_ asking: Asking) {
    guard case .transaction(let actions) = asking else { return }
    for action in actions { if let start = action.start { owners[names.call(action.call)] = start.provider } }
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
    if let start = action.start, case .of(.start(let details)) = action.operation {
      if !lines.contains(start.line) { lines.append(start.line) }
      let call = names.call(action.call)
      if owners[call] == nil { owners[call] = start.provider }
      return .start(call, provider: start.provider, details)
    }
    let call = known(action.call, &lines)
    switch action.operation {
    case .of(.answer): return .answer(call, action.choice)
    case .of(let operation): return .perform(operation, on: call)
    case .naming(let other, let operation): return .perform(operation(known(other, &lines)), on: call)
    }
  }

  private mutating func known(_ name: String, _ lines: inout [LineID]) -> CallID {
    let call = names.call(name)
    if let line = board.line(of: call), !lines.contains(line) { lines.append(line) }
    return call
  }
}
