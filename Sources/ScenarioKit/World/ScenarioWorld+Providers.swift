internal import CallControl

extension ScenarioWorld {
  /// Delivers a planned report, unless it is from an earlier life of its provider.
  mutating func say(_ word: PlannedWord) {
    guard providers[word.provider]?.life == word.life else { return }
    if let call = word.call, providers[word.provider]?.lostCalls.contains(call) == true { return }
    switch word.content {
    case .fulfilled(let ref):
      providers[word.provider]?.close(ref)
      hear(ref, nil, of: word.provider)
    case .failed(let ref, let failure):
      providers[word.provider]?.close(ref)
      hear(ref, failure, of: word.provider)
    case .lost: lose(word.provider)
    case .restart:
      note("\(word.provider) < restart")
      restart(word.provider)
    case .endQuarantine:
      board.endQuarantine(word.provider, at: now)
      tellAll(.roster(board.roster))
    }
  }

  /// Plans what the host does by itself with a provider, unless the provider begins another life before.
  private mutating func plan(_ content: PlannedWord.Content, for id: ProviderID, after delay: Duration) {
    guard let life = providers[id]?.life else { return }
    agenda.plan(PlannedWord(provider: id, life: life, content: content), at: now.advanced(by: delay))
  }

  /// P7: restarts a lost or quarantined provider at once, because an emergency call waits for it.
  mutating func hurry(_ id: ProviderID) {
    guard board.hurry(id) else { return tellAll(.roster(board.roster)) }
    tellAll(.roster(board.roster))
    restart(id)
  }

  /// Loses a provider (P1); the journal notes it once, however many lines it serves.
  mutating func lose(_ id: ProviderID) {
    guard board.roster[id] != nil else { return }
    providers[id]?.isRunning = false
    providers[id]?.forget()
    _ = carrier?.say(.lost, by: id)
    let pause = board.lose(id, at: now)
    // A story says itself when a lost provider restarts; only the way out of a quarantine is the host's (P7).
    if let pause, board.roster[id]?.standing == .quarantined { plan(.restart, for: id, after: pause) }
    note("\(id) > lost")
    record(.provider(id, .lost(nil)))
    tellAll(.lost(id, .lost(nil), board.roster))
  }

  /// Loses one of a provider's two instances, with these calls; the provider goes on (P8).
  mutating func lose(_ calls: [CallID], of id: ProviderID) {
    guard board.roster[id] != nil else { return }
    providers[id]?.forget(calls)
    note("\(id) > lost " + calls.map { names.name($0) }.joined(separator: " "))
    record(.provider(id, .calls(calls, nil, goesOn: true)))
    tellAll(.lost(id, .calls(calls, nil, goesOn: true), board.roster))
  }

  /// Restarts a provider, ready if its settings say so, unless it is in quarantine (P6).
  mutating func restart(_ id: ProviderID) {
    guard let provider = providers[id], board.roster[id] != nil else { return }
    providers[id]?.isRunning = true
    carrier?.begin(id)
    setReady(id, provider.beginsReady)
  }

  /// Sets the provider's readiness to place calls.
  mutating func setReady(_ id: ProviderID, _ isReady: Bool) {
    guard board.roster[id] != nil else { return }
    if let trial = board.setReady(id, isReady, at: now) { plan(.endQuarantine, for: id, after: trial) }
    if isReady { providers[id]?.isRunning = true }
    tellAll(.roster(board.roster))
  }

  /// Resets a provider: it forgets all its calls and actions, and continues (P2).
  mutating func reset(_ id: ProviderID) {
    guard board.roster[id] != nil else { return }
    providers[id]?.forget()
    _ = carrier?.say(.reset, by: id)
    note("\(id) > reset")
    record(.provider(id, .reset(nil)))
    tellAll(.lost(id, .reset(nil), board.roster))
  }

  /// Retires a provider, which is unknown from then on (P2).
  mutating func invalidate(_ id: ProviderID) {
    guard board.roster[id] != nil else { return }
    providers[id]?.isRunning = false
    providers[id]?.forget()
    board.remove(id)
    record(.provider(id, .invalidated))
    tellAll(.lost(id, .invalidated, board.roster))
  }

  /// Changes the settings of a provider (P5).
  mutating func configure(_ id: ProviderID, _ change: ProviderChange) {
    guard var configuration = providers[id]?.configuration, board.roster[id] != nil else { return }
    change.apply(to: &configuration)
    providers[id]?.configuration = configuration
    board.configure(id, configuration)
    tellAll(.roster(board.roster))
  }
}
