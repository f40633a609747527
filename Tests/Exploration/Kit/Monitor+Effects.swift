import CallControl

extension Monitor {
  /// Records one effect.
  mutating func take(_ effect: LineEffect, _ event: LineEvent, at now: Instant) {
    switch effect {
    case .heard(let provider, let word): hear(word, from: provider, event)
    case .send(let provider, let command): send(command, to: provider, at: now)
    case .sendTransaction(let provider, let commands):
      if commands.count < 2 { found("X5", "a transaction of fewer than two commands") }
      for command in commands { send(command, to: provider, at: now) }
    case .timedOut(let provider, let command):
      close(command, at: provider, "timed out")
      if command.deadline > now { found("T2", "a command timed out before its deadline") }
    case .cancel(let provider, let command): close(command, at: provider, "cancelled")
    case .refuseIncoming(let provider, let call, let error, _): refuse(call, error, at: provider)
    case .entered(let call, let state): enter(state, call, event)
    case .ended(let call, let end): finish(call, end)
    case .log(let record): log(record)
    case .tone(let call, let tone): sound(tone, call)
    case .activateAudio(let provider, _):
      if audio.contains(provider) { found("U1", "audio activated twice") }
      if isGone(provider) { found("U4", "audio activated at a provider that is gone") }
      audio.append(provider)
    case .deactivateAudio(let provider, _):
      if !audio.contains(provider) { found("U1", "audio deactivated that was not active") }
      audio.removeAll { $0 == provider }
    case .accepted(let id, _): accept(id, event)
    case .alreadyEnded(let id, _):
      if !requests.contains(where: { $0.id == id }) { found("E1", "an End of an ended call of a request that is not open") }
    case .performed(let id, let action, let error): perform(id, action, error)
    case .done(let id, _): complete(id, isDone: true)
    case .failed(let id, _, _): complete(id, isDone: false)
    case .show(let provider, let call):
      if self.provider(of: call) != provider { found("V2", "show to a provider whose call it is not") }
      mustBeLive(call, "shown")
    case .resumeOffered(let call): mustBeLive(call, "offered")
    case .transferRequested(let call, _): mustBeLive(call, "asked to be transferred")
    case .dtmfReceived(let call, _): mustBeLive(call, "heard to send tones")
    case .mediaTimeout(let call), .mediaResumed(let call): mustBeLive(call, "told of its sound")
    case .verdict(let provider, let call, _, _):
      if isGone(provider) { found("V2", "a verdict to a provider that is gone") }
      mustBeLive(call, "told a verdict")
    case .refused, .restart, .disregarded, .changed, .screen, .screenTimedOut, .screened, .disregardedVerdict: break
    }
  }

  private mutating func mustBeLive(_ call: CallID, _ what: String) {
    if note(of: call)?.isLive != true { found("V3", "a call that is not there was \(what)") }
  }

  // MARK: V2

  private mutating func hear(_ word: HeardWord, from provider: ProviderID, _ event: LineEvent) {
    switch word {
    case .fulfilled(let kind, let call), .failed(let kind, let call):
      let ref: CommandRef? =
        switch event {
        case .fulfilled(_, let ref, _), .failed(_, let ref, _): ref
        default: nil
        }
      if let place = implied.firstIndex(where: { $0.command.id == ref?.id && $0.provider == provider }) {
        implied.remove(at: place)
        if case .failed = word { mustEnd = call }
        return
      }
      guard
        let place = outstanding.firstIndex(where: {
          $0.command.id == ref?.id && $0.provider == provider && $0.command.call == call && $0.command.kind == kind
        })
      else { return found("V2", "an answer to nothing that is pending was obeyed") }
      outstanding.remove(at: place)
    case .incoming(let call):
      if note(of: call) == nil {
        var note = CallNote(call: call, provider: provider)
        if case .incoming(_, _, let facts) = event { note.facts = facts }
        calls.append(note)
      }
    case .report(let report, let call):
      if self.provider(of: call) != provider { found("P4", "a report of another provider's call was obeyed") }
      if note(of: call)?.isLive != true { found("V3", "a report of a call that is over was obeyed") }
      if case .leftBehind(let isSo) = report, let place = place(of: call) { calls[place].isLeftBehind = isSo }
      imply(report, call)
    }
  }

  /// P4: a report that implies the fulfilment of a command completes that command.
  private mutating func imply(_ report: CallReport, _ call: CallID) {
    let kinds: [CallOperation.Kind] =
      switch report {
      case .startedConnecting: [.start]
      case .connected: [.start, .answer]
      default: []
      }
    for command in outstanding where command.command.call == call && kinds.contains(command.command.kind) { implied.append(command) }
    outstanding.removeAll { $0.command.call == call && kinds.contains($0.command.kind) }
    if let state = note(of: call)?.state, state == .requested || state == .answering, !kinds.isEmpty { mustGoOn = call }
  }

  private mutating func send(_ command: ProviderCommand, to provider: ProviderID, at now: Instant) {
    if command.id.rawValue <= lastCommand { found("V2", "a command's number was used before") }
    lastCommand = max(lastCommand, command.id.rawValue)
    if isGone(provider) || roster[provider] == nil { found("V2", "\(command.kind.rawValue) was sent to a provider that is gone") }
    if command.deadline <= now { found("V4", "a command was sent whose deadline has passed") }
    outstanding.append(Outstanding(provider: provider, command: command))

    guard let place = place(of: command.call) else { return found("V2", "a command about a call that nobody knows") }
    if calls[place].provider != provider { found("V2", "a command about a call of another provider") }
    if !calls[place].isLive && command.kind != .end { found("V2", "\(command.kind.rawValue) was sent about a call that is over") }
    switch command.operation {
    case .start:
      if calls[place].startWasSent { found("V2", "Start was sent twice") }
      calls[place].startWasSent = true
    case .answer:
      if outstanding.contains(where: { $0.command.call == command.call && $0.command.kind == .answer && $0.command.id != command.id }) {
        found("A8", "the provider saw two Answers")
      }
    case .setGroup(let other?), .transfer(.call(let other)):
      if self.provider(of: other) != provider { found("V2", "a command names a call of another provider") }
      if note(of: other)?.isLive != true { found("X7", "a command names a call that is over") }
      if note(of: other)?.isLeftBehind != calls[place].isLeftBehind { found("P8", "a command names a call of the other instance") }
    case .end:
      if calls[place].isLive
        && outstanding.contains(where: { $0.command.call == command.call && $0.command.kind == .end && $0.command.id != command.id })
      {
        found("E1", "a second End was sent instead of joining the first")
      }
    case .deflect:
      if calls[place].state != .ringing { found("R5", "a call that does not ring was deflected") }
    case .setHeld, .setMuted, .setGroup, .playDTMF, .transfer: break
    }
  }

  private mutating func close(_ command: ProviderCommand, at provider: ProviderID, _ how: String) {
    guard let place = outstanding.firstIndex(where: { $0.command.id == command.id && $0.provider == provider }) else {
      return found("V2", "\(command.kind.rawValue) \(how) that is not pending")
    }
    outstanding.remove(at: place)
  }

  // MARK: V3

  private mutating func enter(_ state: CallState, _ call: CallID, _ event: LineEvent) {
    guard let place = place(of: call) else {
      guard state == .requested, let provider = starter(of: call, event) else {
        return found("V3", "a call began in state \(state.rawValue)")
      }
      var note = CallNote(call: call, provider: provider)
      note.state = .requested
      calls.append(note)
      return
    }
    guard calls[place].isLive else { return found("V3", "a call that is over entered \(state.rawValue)") }
    if !Self.follows(state, calls[place].state) {
      found("States", "\(calls[place].state?.rawValue ?? "nothing") → \(state.rawValue)")
    }
    if state == .ringing || state == .screening, calls[place].facts?.isBlocked == true {
      found("I9", "a call is \(state.rawValue) that the judge blocks")
    }
    calls[place].state = state
    if mustGoOn == call { mustGoOn = nil }
  }

  /// Returns the provider that a new outgoing call was requested from.
  private func starter(of call: CallID, _ event: LineEvent) -> ProviderID? {
    switch event {
    case .request(let request, _):
      switch request.body {
      case .transaction(let actions):
        if let start = actions.first(where: { $0.kind == .start && $0.call == call }) { return start.provider }
        return nil
      case .acceptTransfer(let asking): return provider(of: asking)
      case .endGroup, .swap, .merge, .continueDTMF, .refuseTransfer: return nil
      }
    case .report(let provider, _, .transferRequested(_, call), _): return provider
    default: return nil
    }
  }

  /// Returns true when the state diagram allows this transition.
  private static func follows(_ state: CallState, _ before: CallState?) -> Bool {
    switch (before, state) {
    case (nil, .screening), (nil, .ringing), (nil, .answering), (.screening, .ringing), (.ringing, .answering), (.ringing, .ending),
      (.answering, .active), (.answering, .ending), (.requested, .dialing), (.requested, .ending), (.dialing, .connecting),
      (.dialing, .active),
      (.dialing, .ending), (.connecting, .active), (.connecting, .ending), (.active, .held), (.held, .active), (.active, .ending),
      (.held, .ending):
      true
    default: false
    }
  }

  private mutating func finish(_ call: CallID, _ end: CallEnd) {
    guard let place = place(of: call) else { return found("V3", "a call ended that nobody knows") }
    if calls[place].phase != .live { found("V3", "a call ended twice") }
    if calls[place].tone != .quiet { found("I2", "a call ended and is still to be heard") }
    calls[place].phase = .over
    calls[place].end = end
    outstanding.removeAll { $0.command.call == call }
    implied.removeAll { $0.command.call == call }
    if mustEnd == call { mustEnd = nil }
    if mustGoOn == call { mustGoOn = nil }
  }

  private mutating func refuse(_ call: CallID, _ error: CallError, at provider: ProviderID) {
    guard let place = place(of: call) else { return found("V3", "a call was refused that nobody knows") }
    if error.code == .callUUIDAlreadyExists { return }
    if calls[place].phase != .live { found("V3", "a call was refused that is over") }
    if error.code == .filteredByBlockList, calls[place].facts?.isBlocked != true {
      found("I9", "a call was refused as blocked that the judge does not block")
    }
    if error.code == .filteredByDoNotDisturb, calls[place].facts?.isLetThrough == true {
      found("I9", "do-not-disturb refused a call that the judge lets through")
    }
    if let state = calls[place].state, state != .screening { found("V3", "a call was refused that was visible") }
    // The host to which the call goes keeps it (K5).
    calls[place].phase = error.code.isOfStanding ? .logged : .over
  }

  private mutating func log(_ record: CallRecord) {
    guard let place = place(of: record.call) else { return found("V3", "a call was logged that nobody knows") }
    switch calls[place].phase {
    case .live: found("V3", "a call was logged that has not ended")
    case .logged: found("V3", "a call was logged twice")
    case .over: break
    }
    if record.end != calls[place].end { found("V3", "a call's record tells another end than it had") }
    if record.details.decidedBy != calls[place].facts?.decidedBy { found("I9", "a call's record names another decision than the judge's") }
    if record.provider != calls[place].provider { found("V3", "a call's record names another provider") }
    calls[place].phase = .logged
  }

  private mutating func sound(_ tone: Tone, _ call: CallID) {
    guard let place = place(of: call) else { return found("I2", "a tone of a call that nobody knows") }
    if calls[place].tone == tone { found("I2", "a tone that sounds already") }
    if tone != .quiet && calls[place].state != .ringing { found("I2", "a tone of a call that does not ring") }
    if tone != .quiet, calls[place].facts?.isSilenced == true { found("I9", "a tone of a call that the judge silenced") }
    calls[place].tone = tone
  }

  // MARK: Requests

  private mutating func accept(_ id: RequestID, _ event: LineEvent) {
    if requests.contains(where: { $0.id == id }) { found("X4", "a request was accepted twice") }
    if case .request(let request, _) = event, request.id == id {
      requests.append(OpenRequest(request))
    } else {
      requests.append(OpenRequest(granted: id))
    }
  }

  private mutating func perform(_ id: RequestID, _ action: Int, _ error: CallError?) {
    guard let place = requests.firstIndex(where: { $0.id == id }) else {
      return found("X4", "an action's result of a request that is not open")
    }
    if action < 0 || action >= requests[place].actions { return found("X4", "a result of an action that was not asked for") }
    if requests[place].performed & (1 << UInt64(action)) != 0 { found("X4", "an action's result was told twice") }
    requests[place].performed |= 1 << UInt64(action)
    if error != nil { requests[place].hasFailedAction = true }
  }

  private mutating func complete(_ id: RequestID, isDone: Bool) {
    guard let place = requests.firstIndex(where: { $0.id == id }) else { return found("X4", "a request completed that is not open") }
    let request = requests.remove(at: place)
    if request.joins && !isDone {
      leftovers = outstanding.map(\.command.id)
      isTakingBack = true
    }
    if request.performed != (1 << UInt64(request.actions)) - 1 {
      found("X4", "a request completed before each of its actions had its result")
    }
    if isDone == request.hasFailedAction { found("X4", isDone ? "done with a failed action" : "failed without a failed action") }
    if !isDone && request.onlyEnds { found("E2", "an accepted End failed") }
  }
}
