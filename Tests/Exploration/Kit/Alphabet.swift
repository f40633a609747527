import CallControl

extension World {
  /// Returns every possible next stimulus, including senseless ones that the line must refuse or ignore.
  package func stimuli(for run: Run) -> [Stimulus] {
    var result: [Stimulus] = []
    result.reserveCapacity(128)
    let live = run.monitor.known.filter(\.isLive).map(\.call)
    providerWords(run, live, into: &result)
    if run.line.nextDeadline != nil { result.append(.deadline) }
    if run.monitor.openRequests < openRequests { requests(run, live, into: &result) }
    return result
  }

  // MARK: Providers

  private func providerWords(_ run: Run, _ live: [CallID], into result: inout [Stimulus]) {
    for pending in run.monitor.pending {
      let (call, kind) = (pending.command.call, pending.command.kind)
      guard run.monitor.oldest(kind, of: call) == pending else { continue }
      result.append(.fulfil(call, kind))
      result.append(.fail(call, kind))
      if features.contains(.liars) { result.append(.answerForAnother(call, kind)) }
    }
    for call in live { reports(run, of: call, into: &result) }
    if features.contains(.liars) { lies(run, into: &result) }

    let unused = run.unusedCall(of: calls)
    for entry in run.roster.entries {
      if features.contains(.incoming), let unused {
        result.append(.incoming(entry.id, unused, replaces: nil))
        if features.contains(.judge) {
          for judgement in Stimulus.Judgement.allCases { result.append(.judged(entry.id, unused, judgement)) }
        }
        if features.contains(.replace) {
          for call in live { result.append(.incoming(entry.id, unused, replaces: call)) }
        }
      }
      if features.contains(.loss) { result += [.crash(entry.id), .reset(entry.id)] }
      if features.contains(.instances) {
        result += [.loseInstance(entry.id, isFormer: true), .loseInstance(entry.id, isFormer: false)]
      }
      if features.contains(.retiring) { result.append(.invalidate(entry.id)) }
      if features.contains(.readiness) { result += [.ready(entry.id, true), .ready(entry.id, false)] }
    }
    if features.contains(.loss) && !features.contains(.readiness) {
      for entry in run.roster.entries where entry.standing != .ready { result.append(.ready(entry.id, true)) }
    }
    for screener in policy.screeners {
      for call in live {
        for verdict in ScreenVerdict.allCases { result.append(.screened(screener, call, verdict)) }
      }
    }
    if features.contains(.doNotDisturb) { result.append(.doNotDisturb(!run.line.snapshot.doNotDisturb)) }
    if features.contains(.standings) {
      result += Self.standings.map { .standing($0) }
    }
    if features.contains(.limits) { result += [.limitGroups(1), .limitGroups(policy.maximumCallGroups)] }
  }

  private func reports(_ run: Run, of call: CallID, into result: inout [Stimulus]) {
    result.append(.report(call, .ended(.remoteEnded, nil)))
    if features.contains(.outgoing) {
      result.append(.report(call, .startedConnecting))
      result.append(.report(call, .connected))
    }
    if features.contains(.networkHolds) {
      result.append(.report(call, .held))
      result.append(.report(call, .resumed))
    }
    if features.contains(.updates) {
      var deaf = CallUpdate()
      deaf.supportsHolding = false
      var able = CallUpdate()
      able.supportsHolding = true
      result += [.report(call, .updated(deaf)), .report(call, .updated(able)), .report(call, .remotelyHeld), .report(call, .earlyMedia)]
    }
    if features.contains(.transfer) { result.append(.report(call, .transferProgress(nil))) }
    if features.contains(.instances) { result += [.report(call, .leftBehind(true)), .report(call, .leftBehind(false))] }
    if features.contains(.farTransfer), let unused = run.unusedCall(of: calls) {
      result.append(.report(call, .transferRequested(Self.handle, as: unused)))
    }
  }

  /// Adds answers to nothing pending, and reports about calls that are over or belong to another provider.
  private func lies(_ run: Run, into result: inout [Stimulus]) {
    for (call, isLive) in run.monitor.known {
      result.append(.answerAgain(call, .start, isFulfilled: true))
      result.append(.answerAgain(call, .answer, isFulfilled: true))
      result.append(.answerAgain(call, .setHeld, isFulfilled: false))
      if isLive {
        result.append(.reportForAnother(call, .ended(.remoteEnded, nil)))
        if features.contains(.incoming), let provider = run.monitor.provider(of: call) {
          result.append(.incoming(provider, call, replaces: nil))
        }
      } else {
        result.append(.report(call, .connected))
        result.append(.report(call, .ended(.remoteEnded, nil)))
      }
    }
  }

  // MARK: Requests

  static let handle = Handle(type: .phoneNumber, value: "5550100")
  static let emergencyNumber = Handle(type: .phoneNumber, value: "112")

  /// The standings of a line, one of each kind that the rules tell apart; the address is of a host to which a call can be deflected.
  private static let standings: [LineStanding] = [
    .mine, .cutOff, .draining, .elsewhere(node: "b", address: "sip:192.0.2.2"),
    .elsewhere(node: "b", address: nil, ownerHasFront: false), .vacant,
  ]

  private func requests(_ run: Run, _ live: [CallID], into result: inout [Stimulus]) {
    func ask(_ action: RequestedAction, _ origin: Origin = .user) { result.append(.ask(.transaction([action]), origin)) }
    if features.contains(.outgoing), let unused = run.unusedCall(of: calls) {
      for entry in run.roster.entries {
        ask(.start(unused, provider: entry.id, StartDetails(handle: Self.handle)))
        if features.contains(.emergency) { ask(.start(unused, provider: entry.id, StartDetails(handle: Self.emergencyNumber))) }
      }
    }
    for call in live { requests(about: call, live, into: &result) }
    if features.contains(.hold) { result.append(.ask(.swap, .user)) }
    if features.contains(.group) && live.count > 1 {
      result.append(.ask(.merge(Array(live.prefix(2))), .user))
      if live.count > 2 { result += [.ask(.merge(live), .user), .ask(.merge(Array(live.suffix(2))), .user)] }
    }
    if features.contains(.transactions) { transactions(run, live, into: &result) }
  }

  private func requests(about call: CallID, _ live: [CallID], into result: inout [Stimulus]) {
    func ask(_ action: RequestedAction, _ origin: Origin = .user) { result.append(.ask(.transaction([action]), origin)) }
    ask(.end(call))
    if features.contains(.incoming) {
      ask(.answer(call, .automatic))
      if features.contains(.choices) { for choice in AnswerChoice.allCases.dropFirst() { ask(.answer(call, choice)) } }
      if features.contains(.clients) { ask(.answer(call, .automatic), .client) }
    }
    if features.contains(.hold) {
      ask(.setHeld(call, true))
      ask(.setHeld(call, false))
    }
    if features.contains(.mute) {
      ask(.setMuted(call, true))
      ask(.setMuted(call, false))
    }
    if features.contains(.tones) {
      ask(.playDTMF(call, "1"))
      ask(.playDTMF(call, "1,2;3"))
      result.append(.ask(.continueDTMF(call), .user))
    }
    if features.contains(.group) {
      ask(.setGroup(call, with: nil))
      for other in live where other != call { ask(.setGroup(call, with: other)) }
      result.append(.ask(.endGroup(call), .user))
    }
    if features.contains(.transfer) {
      ask(.transfer(call, .handle(Self.handle)))
      for other in live where other != call { ask(.transfer(call, .call(other))) }
    }
    if features.contains(.deflect) { ask(.perform(.deflect(to: Self.handle), on: call)) }
    if features.contains(.farTransfer) { result += [.ask(.acceptTransfer(call), .user), .ask(.refuseTransfer(call), .user)] }
  }

  /// Adds requests with several actions.
  private func transactions(_ run: Run, _ live: [CallID], into result: inout [Stimulus]) {
    func ask(_ actions: [RequestedAction]) { result.append(.ask(.transaction(actions), .user)) }
    let unused = run.unusedCall(of: calls)
    for call in live {
      if let unused, let provider = run.roster.entries.first?.id, features.contains(.outgoing) {
        let start = RequestedAction.start(unused, provider: provider, StartDetails(handle: Self.handle))
        ask([.end(call), start])
        ask([.setHeld(call, true), start])
      }
      for other in live where other != call {
        ask([.end(call), .setHeld(other, false)])
        ask([.end(call), .answer(other, .automatic)])
        ask([.setHeld(call, true), .setHeld(other, false)])
        ask([.setHeld(call, false), .setMuted(call, true), .end(other)])
      }
    }
  }
}
