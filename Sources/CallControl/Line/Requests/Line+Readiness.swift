extension Line {
  /// Returns the provider that a plan's Start must wait for, if any.
  func providerToWaitFor(_ plan: Plan) -> ProviderID? {
    for call in plan.starts {
      guard let index = table.index(of: call), table.legs[index].state == .requested else { continue }
      let provider = table.legs[index].provider
      if mustWait(for: provider, isEmergency: plan.startsEmergency) { return provider }
    }
    return nil
  }

  /// Returns true when a Start waits for its provider: an emergency also for one in quarantine, which the host then restarts (S8, P7).
  func mustWait(for provider: ProviderID, isEmergency: Bool) -> Bool {
    switch table.roster.standing(of: provider) {
    case .notReady: true
    case .quarantined: isEmergency && table.roster.recovers(provider)
    case .ready, nil: false
    }
  }

  /// S8: lets a request wait aside; nothing of it is held or sent.
  mutating func setAside(_ plan: Plan, for provider: ProviderID) {
    aside.append(AsideRequest(plan: plan, provider: provider, deadline: now.advanced(by: table.limit(.start, provider))))
    if plan.startsEmergency, table.roster.recovers(provider) { emit(.restart(provider)) }
  }

  /// Adopts a changed roster, and judges requests again whose provider no longer makes them wait (S8).
  mutating func adopt(_ roster: Roster) {
    table.roster = roster
    isDirty = true
    let waiting = aside
    for request in waiting {
      guard !mustWait(for: request.provider, isEmergency: request.plan.startsEmergency),
        let place = aside.firstIndex(where: { $0.plan.number == request.plan.number })
      else { continue }
      admitAgain(aside.remove(at: place).plan)
    }
  }

  /// Judges a waiting request again, except for S5 and the UUID; a refusal is now its failure (S8).
  private mutating func admitAgain(_ plan: Plan) {
    if let error = refusalNow(of: plan) {
      tellFailure(of: plan, error)
      return failStarts(of: plan, error)
    }
    for call in plan.starts {
      guard let index = table.index(of: call) else { continue }
      table.legs[index].marks.remove(.aside)
      if table.legs[index].marks.contains(.emergency) { interruptLine(for: call) }
    }
    isDirty = true
    if plan.startsEmergency { queue.insert(plan, at: 0) } else { queue.append(plan) }
  }

  private func refusalNow(of plan: Plan) -> CallError? {
    do throws(CallError) {
      for call in plan.starts {
        guard let leg = table[call], let handle = leg.handle else { continue }
        try table.judgeProvider(leg.provider, handle: handle)
      }
      return rejudge(plan)
    } catch {
      return error
    }
  }

  /// Fails a request that waited for its provider as long as a Start may take.
  mutating func stopWaiting(_ request: AsideRequest) {
    aside.removeAll { $0.plan.number == request.plan.number }
    let error = CallError(.providerUnavailable)
    failStarts(of: request.plan, error)
    tellFailure(of: request.plan, error)
  }

  // MARK: Loss

  /// P1, P2, P8: ends the lost calls of a provider and drops their pending commands; all else is untouched.
  mutating func lose(_ provider: ProviderID, _ loss: ProviderLoss, _ roster: Roster) {
    table.roster = roster
    isDirty = true
    if let reason = loss.audioReason, let owner = audioOwners.firstIndex(of: provider) {
      audioOwners.remove(at: owner)
      deactivateAudio(of: provider, reason)
    }
    let end: CallEnd
    let code: CallError.Code
    switch loss {
    case .lost(let transport): (end, code) = (CallEnd(.failed, cause: .providerLost, transport: transport), .providerLost)
    case .reset(let transport): (end, code) = (CallEnd(.failed, cause: .reset, transport: transport), .providerLost)
    case .invalidated: (end, code) = (CallEnd(.failed), .providerLost)
    case .calls(_, let transport, goesOn: _): (end, code) = (CallEnd(.failed, cause: .providerLost, transport: transport), .providerLost)
    }
    pending.removeAll { $0.provider == provider && loss.concerns($0.command.call) && table[$0.command.call] == nil }
    for call in table.legs.filter({ $0.provider == provider && loss.concerns($0.id) }).map(\.id) {
      guard let index = table.index(of: call) else { continue }
      finish(index, end, requestsFailWith: CallError(code, [call]))
    }
    adopt(roster)
  }
}

extension ProviderLoss {
  /// True for a call that is lost, if it is the provider's.
  package func concerns(_ call: CallID) -> Bool {
    if case .calls(let calls, _, goesOn: _) = self { calls.contains(call) } else { true }
  }

  /// The calls that it names.
  package var calls: [CallID] { if case .calls(let calls, _, goesOn: _) = self { calls } else { [] } }

  /// The reason why the provider has the line's audio no more; nil while it goes on.
  fileprivate var audioReason: AudioReason? {
    switch self {
    case .lost: .lost
    case .reset: .reset
    case .invalidated: .invalidated
    case .calls: nil
    }
  }
}
