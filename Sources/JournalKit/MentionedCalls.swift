internal import CallControl

/// Lists the calls that the parts of a journal mention, in their order.
enum MentionedCalls {
  static func of(_ record: JournalRecord) -> [CallID] {
    switch record.body {
    case .opened, .closed, .provider: []
    case .received(_, let event, let effects): of(event) + effects.flatMap(of)
    case .wire(_, let call, protocol: _, text: _, isOutgoing: _): call.map { [$0] } ?? []
    case .unknown(_, let word): [of(word)]
    }
  }

  static func of(_ event: LineEvent) -> [CallID] {
    switch event {
    case .request(let request, _): of(request.body)
    case .fulfilled(_, let ref, _), .failed(_, let ref, _), .notAsked(_, let ref): [ref.call]
    case .incoming(_, let incoming, _): [incoming.call] + (incoming.replaces.map { [$0] } ?? [])
    case .report(_, let call, .transferRequested(_, as: let other), at: _): [call, other]
    case .report(_, let call, _, at: _), .screened(_, let call, _, _): [call]
    case .roster, .lost, .doNotDisturb, .policy, .tick: []
    }
  }

  static func of(_ body: RequestBody) -> [CallID] {
    body.startedCalls + body.namedCalls
  }

  static func of(_ effect: LineEffect) -> [CallID] {
    switch effect {
    case .heard(_, let word), .disregarded(_, _, let word): [of(word)]
    case .send(_, let command), .timedOut(_, let command), .cancel(_, let command): of(command)
    case .sendTransaction(_, let commands): commands.flatMap(of)
    case .show(_, let call), .verdict(_, let call, accepted: _, _), .screen(_, let call), .screenTimedOut(_, let call),
      .screened(_, let call, _), .disregardedVerdict(_, let call, _), .entered(let call, _), .tone(let call, _),
      .resumeOffered(let call), .transferRequested(let call, _), .dtmfReceived(let call, _), .mediaTimeout(let call),
      .mediaResumed(let call):
      [call]
    case .refuseIncoming(_, let call, let error, _): [call] + error.calls
    case .accepted(_, let title), .done(_, let title): title.call.map { [$0] } ?? []
    case .refused(_, let title, let error), .failed(_, let title, let error): (title.call.map { [$0] } ?? []) + error.calls
    case .ended(let call, let end): [call] + of(end)
    case .log(let record): [record.call]
    case .activateAudio, .deactivateAudio, .restart, .alreadyEnded, .performed, .changed: []
    }
  }

  static func of(_ word: HeardWord) -> CallID {
    switch word {
    case .fulfilled(_, let call), .failed(_, let call), .incoming(let call), .report(_, let call): call
    }
  }

  private static func of(_ command: ProviderCommand) -> [CallID] {
    [command.call] + (command.operation.otherCall.map { [$0] } ?? [])
  }

  private static func of(_ end: CallEnd) -> [CallID] {
    if case .madeRoom(let other)? = end.cause { return [other] }
    return []
  }
}
