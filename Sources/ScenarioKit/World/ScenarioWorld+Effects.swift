internal import CallControl

extension ScenarioWorld {
  /// Carries out an effect of a line, as a host would.
  mutating func carryOut(_ effect: LineEffect, of line: LineID) {
    switch effect {
    case .send(let provider, let command): give(command, to: provider, from: line)
    case .sendTransaction(let provider, let commands): for command in commands { give(command, to: provider, from: line) }
    case .timedOut(let provider, let command), .cancel(let provider, let command):
      let ref = CommandRef(line: line, id: command.id, call: command.call, kind: command.kind)
      providers[provider]?.close(ref)
      carrier?.giveUp(ref, of: provider)
    case .show(_, let call): shown.insert(call)
    case .refuseIncoming(_, let call, let error, _):
      if lastAsked.incoming == call { lastAsked.refusal = error.code }
      // A duplicate id does not create a second call: the first one keeps the id.
      guard error.code != .callUUIDAlreadyExists else { return }
      screened.remove(call)
      board.retire(call, at: now)
    case .accepted(let request, _): finish(request, .accepted)
    case .refused(let request, _, let error): finish(request, .refused(error.code))
    case .failed(let request, _, let error): finish(request, .failed(error.code))
    case .done(let request, _): finish(request, .done)
    case .entered(let call, .screening): screened.insert(call)
    case .entered(let call, _): shown.insert(call)
    case .ended(let call, let end):
      screened.remove(call)
      ends[call] = end
      board.retire(call, at: now)
    case .restart(let provider): hurry(provider)
    case .heard(_, .report(.transferRequested(_, as: let newCall), let call)): askedFor[call] = newCall
    case .heard, .disregarded, .verdict, .activateAudio, .deactivateAudio, .screen, .screenTimedOut, .screened, .disregardedVerdict,
      .alreadyEnded, .performed, .tone, .resumeOffered, .transferRequested, .dtmfReceived, .mediaTimeout, .mediaResumed, .log,
      .changed:
      break
    }
  }

  private mutating func finish(_ request: RequestID, _ outcome: LastAsked.Outcome) {
    if lastAsked.request == request { lastAsked.outcome = outcome }
  }

  /// Delivers an action to a provider, and plans the reaction of its script.
  private mutating func give(_ command: ProviderCommand, to id: ProviderID, from line: LineID) {
    guard let provider = providers[id], provider.isRunning else { return }
    let ref = CommandRef(line: line, id: command.id, call: command.call, kind: command.kind)
    func plan(_ content: PlannedWord.Content) -> PlannedWord { PlannedWord(provider: id, life: provider.life, content: content) }
    providers[id]?.open.append(ref)
    carrier?.send(command, as: ref, to: id)
    switch provider.behaviour(command.kind) {
    case .obey(after: nil): inbox.append(plan(.fulfilled(ref)))
    case .obey(after: let delay?): agenda.plan(plan(.fulfilled(ref)), at: now.advanced(by: delay))
    case .fail: inbox.append(plan(.failed(ref, .failed(nil))))
    case .unimplemented: inbox.append(plan(.failed(ref, .unimplemented)))
    case .silent: break
    case .crash:
      // From now on the provider gets nothing more; the host learns of the loss in a later turn.
      providers[id]?.isRunning = false
      inbox.append(plan(.lost))
    }
  }
}
