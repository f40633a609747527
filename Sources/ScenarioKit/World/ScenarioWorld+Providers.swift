internal import CallControl

extension ScenarioWorld {
  /// A planned word's time has come; one of an earlier life is never said.
  mutating func say(_ word: PlannedWord) {
    guard providers[word.provider]?.life == word.life else { return }
    switch word.content {
    case .fulfilled(let ref):
      providers[word.provider]?.close(ref)
      tell(ref.line, .fulfilled(word.provider, ref))
    case .failed(let ref, let failure):
      providers[word.provider]?.close(ref)
      tell(ref.line, .failed(word.provider, ref, failure))
    case .lost: lose(word.provider)
    }
  }

  /// P1: it is gone; heard once, however many lines it serves.
  mutating func lose(_ id: ProviderID) {
    guard board.roster[id] != nil else { return }
    providers[id]?.isRunning = false
    providers[id]?.forget()
    _ = board.lose(id, at: now)
    note("\(id) > lost")
    record(.provider(id, .lost(nil)))
    tellAll(.lost(id, .lost(nil), board.roster))
  }

  /// It runs again, and is ready if its head says so, unless it is in quarantine (P6).
  mutating func restart(_ id: ProviderID) {
    guard let provider = providers[id], board.roster[id] != nil else { return }
    providers[id]?.isRunning = true
    setReady(id, provider.beginsReady)
  }

  /// It can, or cannot, place calls.
  mutating func setReady(_ id: ProviderID, _ isReady: Bool) {
    guard board.roster[id] != nil else { return }
    board.setReady(id, isReady)
    if isReady { providers[id]?.isRunning = true }
    tellAll(.roster(board.roster))
  }

  /// P2: it forgot all its calls and actions, and goes on.
  mutating func reset(_ id: ProviderID) {
    guard board.roster[id] != nil else { return }
    providers[id]?.forget()
    note("\(id) > reset")
    record(.provider(id, .reset(nil)))
    tellAll(.lost(id, .reset(nil), board.roster))
  }

  /// P2: it is retired, and unknown from then on.
  mutating func invalidate(_ id: ProviderID) {
    guard board.roster[id] != nil else { return }
    providers[id]?.isRunning = false
    providers[id]?.forget()
    board.remove(id)
    record(.provider(id, .invalidated))
    tellAll(.lost(id, .invalidated, board.roster))
  }

  /// P5: other settings are in force.
  mutating func configure(_ id: ProviderID, _ change: ProviderChange) {
    guard var configuration = providers[id]?.configuration, board.roster[id] != nil else { return }
    change.apply(to: &configuration)
    providers[id]?.configuration = configuration
    board.configure(id, configuration)
    tellAll(.roster(board.roster))
  }
}
