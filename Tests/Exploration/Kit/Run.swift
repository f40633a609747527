package import CallControl

/// A line in its world, with its monitor: a value, so that the explorer can fork it.
package struct Run: Sendable {
  /// The result of one stimulus.
  package struct Step: Sendable {
    package var event: LineEvent
    package var effects: [LineEffect]
    package var violations: [Violation]
  }

  package private(set) var line: Line
  package private(set) var monitor: Monitor
  package private(set) var roster: Roster
  package private(set) var now = Instant.zero
  private var requests: UInt64 = 0
  /// Names that transfer requests reserved for future calls (R3); no other call may use them.
  private var reserved: [CallID] = []

  package init(_ world: World) {
    roster = world.roster
    line = Line(id: .main, policy: world.policy, roster: roster)
    monitor = Monitor(policy: world.policy, roster: roster)
  }

  /// Applies a stimulus; returns nil when it is impossible now.
  ///
  /// Each due deadline fires in a step of its own, so that a step's effects answer its event alone.
  package mutating func apply(_ stimulus: Stimulus) -> Step? {
    guard let event = event(for: stimulus) else { return nil }
    let before = line
    let effects = line.receive(event, at: now)
    let violations = monitor.observe(event, effects, from: before, to: line, at: now)
    return Step(event: event, effects: effects, violations: violations)
  }

  /// A hash that is equal for runs with the same future behaviour.
  package var fingerprint: Int {
    var hasher = Hasher()
    LineCanon.hash(line, into: &hasher)
    monitor.hash(into: &hasher)
    return hasher.finalize()
  }

  /// Returns the next unused name among this many; nil: all are used.
  package func unusedCall(of calls: Int) -> CallID? {
    (0..<calls).lazy.map { CallID.named($0) }.first(where: isUnused)
  }

  private func isUnused(_ call: CallID) -> Bool {
    monitor.provider(of: call) == nil && !reserved.contains(call)
  }

  // MARK: From stimuli to events

  private mutating func event(for stimulus: Stimulus) -> LineEvent? {
    switch stimulus {
    case .ask(let body, let origin): return request(body, origin)
    case .fulfil(let call, let kind):
      guard let pending = monitor.oldest(kind, of: call) else { return nil }
      return .fulfilled(pending.provider, ref(pending.command))
    case .fail(let call, let kind):
      guard let pending = monitor.oldest(kind, of: call) else { return nil }
      return .failed(pending.provider, ref(pending.command), .failed(nil))
    case .answerForAnother(let call, let kind):
      guard let pending = monitor.oldest(kind, of: call),
        let other = roster.entries.first(where: { $0.id != pending.provider })?.id
      else { return nil }
      return .fulfilled(other, ref(pending.command))
    case .answerAgain(let call, let kind, let isFulfilled):
      guard let provider = monitor.provider(of: call), isHere(provider) else { return nil }
      let ref = CommandRef(line: line.id, id: CommandID(rawValue: 0), call: call, kind: kind)
      return isFulfilled ? .fulfilled(provider, ref) : .failed(provider, ref, .failed(nil))
    case .incoming(let provider, let call, let replaces):
      guard isHere(provider) else { return nil }
      var facts = IncomingFacts()
      facts.isTaken = !isUnused(call)
      return .incoming(provider, IncomingCall(call: call, replaces: replaces), facts)
    case .judged(let provider, let call, let judgement):
      guard isHere(provider) else { return nil }
      var facts = judgement.facts
      facts.isTaken = !isUnused(call)
      return .incoming(provider, IncomingCall(call: call), facts)
    case .report(let call, let report):
      guard let provider = monitor.provider(of: call), isHere(provider) else { return nil }
      if case .transferRequested(_, let new) = report {
        guard isUnused(new) else { return nil }
        reserved.append(new)
      }
      return .report(provider, call, report, at: nil)
    case .reportForAnother(let call, let report):
      guard let provider = monitor.provider(of: call), let other = roster.entries.first(where: { $0.id != provider })?.id, isHere(other)
      else { return nil }
      return .report(other, call, report, at: nil)
    case .screened(let screener, let call, let verdict):
      return .screened(screener, call, verdict)
    case .deadline:
      guard let next = line.nextDeadline else { return nil }
      now = max(now, next)
      return .tick
    case .doNotDisturb(let value):
      return .doNotDisturb(value)
    case .standing(let standing):
      return standing == monitor.standing ? nil : .standing(standing)
    case .limitGroups(let value):
      var policy = monitor.policy
      policy.maximumCallGroups = value
      return .policy(policy)
    case .crash, .loseInstance, .reset, .invalidate, .ready:
      return providerEvent(for: stimulus)
    }
  }

  private mutating func request(_ body: RequestBody, _ origin: Origin) -> LineEvent {
    requests += 1
    var facts = RequestFacts()
    if case .transaction(let actions) = body {
      for action in actions {
        if action.kind == .start, !isUnused(action.call) { facts.takenCalls.append(action.call) }
      }
    }
    return .request(CallRequest(id: RequestID(rawValue: requests), origin: origin, body: body), facts)
  }

  private mutating func providerEvent(for stimulus: Stimulus) -> LineEvent? {
    switch stimulus {
    case .crash(let provider):
      guard isHere(provider), let place = place(of: provider) else { return nil }
      // Of a provider that recovers, each loss is the third.
      roster.entries[place].standing = roster.entries[place].recovers == true ? .quarantined : .notReady
      return .lost(provider, .lost(nil), roster)
    case .loseInstance(let provider, let isFormer):
      let calls = monitor.calls(of: provider, areLeftBehind: isFormer)
      guard isHere(provider), !calls.isEmpty else { return nil }
      return .lost(provider, .calls(calls, nil, goesOn: true), roster)
    case .reset(let provider):
      guard isHere(provider) else { return nil }
      return .lost(provider, .reset(nil), roster)
    case .invalidate(let provider):
      guard let place = place(of: provider) else { return nil }
      roster.entries.remove(at: place)
      return .lost(provider, .invalidated, roster)
    case .ready(let provider, let isReady):
      guard let place = place(of: provider), (roster.entries[place].standing == .ready) != isReady else { return nil }
      roster.entries[place].standing = isReady ? .ready : .notReady
      return .roster(roster)
    default:
      return nil
    }
  }

  private func place(of provider: ProviderID) -> Int? {
    roster.entries.firstIndex { $0.id == provider }
  }

  /// Returns true while the provider exists: a lost provider reports nothing.
  private func isHere(_ provider: ProviderID) -> Bool {
    place(of: provider) != nil && !monitor.isGone(provider)
  }

  private func ref(_ command: ProviderCommand) -> CommandRef {
    CommandRef(line: line.id, id: command.id, call: command.call, kind: command.kind)
  }
}
