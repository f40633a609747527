internal import CallControl

extension ScenarioWorld {
  /// Causes an event.
  mutating func happen(_ happening: Happening) throws(StepFailure) {
    switch happening {
    case .incoming(let arrival): arrive(arrival)
    case .report(let word, let call, let provider, let time):
      try report(word, of: names.call(call), by: provider, name: call, at: time.map(Instant.zero.advanced(by:)))
    case .answer(let kind, let call, let provider, let isFulfilled, let time):
      let call = names.call(call)
      guard let provider = provider ?? owners[call] else { throw Self.nobody(names.name(call)) }
      let ref =
        providers[provider]?.takeOpen(kind, call)
        ?? CommandRef(line: board.line(of: call) ?? .main, id: CommandID(rawValue: 0), call: call, kind: kind)
      hear(ref, isFulfilled ? nil : .failed(nil), of: provider, at: time.map(Instant.zero.advanced(by:)))
    case .screen(let name, let screener, let verdict, let caller):
      let call = names.call(name)
      tell(board.line(of: call) ?? .main, .screened(screener, call, verdict, caller: caller))
    case .behave(let provider, let behaviours): providers[provider]?.behaviours.merge(behaviours) { $1 }
    case .configure(let provider, let change): configure(provider, change)
    case .crash(let provider): lose(provider)
    case .loseCalls(let calls, let provider): lose(calls.map { names.call($0) }, of: provider)
    case .restart(let provider): restart(provider)
    case .reset(let provider): reset(provider)
    case .invalidate(let provider): invalidate(provider)
    case .becomeReady(let provider): setReady(provider, true)
    case .silence(let name):
      let call = names.call(name)
      tell(board.line(of: call) ?? .main, .silence(call))
    case .drain(let isOn, let provider): board.setDraining(isOn, provider)
    case .doNotDisturb(let value, let line): tell(line, .doNotDisturb(value))
    case .standing(let standing, let line): tell(line, .standing(standing))
    case .block(let handle): board.block(handle)
    case .unblock(let handle): board.unblock(handle)
    case .advance(let duration): try advance(by: duration)
    }
  }

  private static func nobody(_ call: String) -> StepFailure {
    StepFailure("the provider of the call", "no provider has a call \(call); name one")
  }

  // MARK: Calls

  private mutating func arrive(_ arrival: Happening.Arrival) {
    let call = names.call(arrival.call)
    lastAsked.incoming = call
    lastAsked.refusal = nil
    var incoming = IncomingCall(
      call: call, update: arrival.update, replaces: arrival.replaces.map { names.call($0) }, line: arrival.line)
    if owners[call] == nil { owners[call] = arrival.provider }
    guard board.roster[arrival.provider] != nil else {
      return hearUnknown(arrival.provider, .incoming(call))
    }
    if case .incoming(let arrived) = carried(.incoming(incoming), by: arrival.provider) { incoming = arrived }
    var facts = board.facts(of: incoming, from: arrival.provider, at: now)
    if let verdict = arrival.verdict, !facts.isTaken { facts.take(verdict) }
    if claim(call, on: arrival.line) { owners[call] = arrival.provider }
    tell(arrival.line, .incoming(arrival.provider, incoming, facts))
  }

  private mutating func report(
    _ word: Happening.Word, of call: CallID, by provider: ProviderID?, name: String, at time: Instant?
  ) throws(StepFailure) {
    guard let provider = provider ?? owners[call] else { throw Self.nobody(name) }
    let report: CallReport
    switch word {
    case .plain(let plain): report = plain
    case .transferRequested(let handle, let newName):
      let newCall = names.call(newName)
      report = .transferRequested(handle, as: newCall)
      if owners[newCall] == nil { owners[newCall] = owners[call] ?? provider }
      if let line = board.line(of: call) {
        // Under the policy `accept` the call starts at once, so claim its id before the line receives the request.
        let isNew = claim(newCall, on: line)
        if isNew { owners[newCall] = provider }
        hear(report, of: call, by: provider, on: line, at: time)
        if isNew, lines[line]?.snapshot[newCall] == nil, ends[newCall] == nil { board.release(newCall) }
        return
      }
    }
    guard let line = board.line(of: call) else { return hearUnknown(provider, .report(report, call)) }
    hear(report, of: call, by: provider, on: line, at: time)
  }

  /// Records a report about an unknown call (P4).
  private mutating func hearUnknown(_ provider: ProviderID, _ word: HeardWord) {
    record(.unknown(provider, word))
    switch word {
    case .fulfilled(_, let call), .failed(_, let call), .incoming(let call), .report(_, let call):
      note("\(provider) ! unknown \(names.name(call))")
    }
  }
}
