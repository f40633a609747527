public import CallControl
public import FoundationEssentials

/// Labels for a journal's calls: `c1`, `c2` …, in the order in which the journal first mentions them.
public struct CallNames: Hashable, Sendable {
  /// The calls, in the order of their labels.
  public private(set) var calls: [CallID] = []
  private var numbers: [CallID: Int] = [:]

  /// Labels the calls of a journal, across all its lines.
  public init(_ records: [JournalRecord]) {
    for record in records {
      for call in MentionedCalls.of(record) where numbers[call] == nil {
        calls.append(call)
        numbers[call] = calls.count
      }
    }
  }

  /// Returns a call's label; the start of its UUID for a call that the journal does not mention.
  public subscript(call: CallID) -> String {
    numbers[call].map { "c\($0)" } ?? String(call.uuidString.prefix(8))
  }

  /// Returns a call's index in `calls`.
  func number(of call: CallID) -> Int? { numbers[call].map { $0 - 1 } }

  /// Returns the call with this label or UUID, ignoring case; nil when there is none.
  public func call(named name: String) -> CallID? {
    let wanted = name.lowercased()
    if wanted.hasPrefix("c"), let number = Int(wanted.dropFirst()), calls.indices.contains(number - 1) { return calls[number - 1] }
    return calls.first { $0.uuidString.lowercased() == wanted }
  }
}

/// Lists the calls that the parts of a journal mention, in their order.
enum MentionedCalls {
  static func of(_ record: JournalRecord) -> [CallID] {
    switch record.body {
    case .opened, .closed, .upgraded: []
    case .provider(_, let loss): loss.calls
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
    case .silence(let call): [call]
    case .lost(_, let loss, _): loss.calls
    case .roster, .doNotDisturb, .policy, .standing, .tick: []
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
