package import CallControl
internal import Dispatch
internal import Locking
internal import Synchronization

extension HostCore {
  /// Changes the switchboard's providers, and sends the new roster to every line with calls or work.
  ///
  /// An idle line gets the roster with its next input.
  @discardableResult
  func changeRoster<Result: Sendable>(_ change: @Sendable (inout Switchboard) -> Result) -> Result {
    let (result, boxes) = board.withLock { board in
      let before = board.switchboard.rosterEdition
      let result = change(&board.switchboard)
      guard board.switchboard.rosterEdition != before else { return (result, [LineBox]()) }
      rosters.publish(board.switchboard.roster)
      return (result, Array(board.lines.values))
    }
    for box in boxes where !box.isIdle { submit(.rosterChanged, to: box) }
    return result
  }

  /// Adds a provider; its delegate receives `providerDidBegin` first.
  ///
  /// `isClaimed` is true when `claimName` reserved the id for it.
  func add(_ box: ProviderBox, _ configuration: ProviderConfiguration, isReady: Bool, isClaimed: Bool = false) throws(HostError) {
    let isNew = providers.withLock { providers in
      guard providers[box.id] == nil, isClaimed || !claimedNames.withLock({ $0.contains(box.id) }) else { return false }
      providers[box.id] = box
      return true
    }
    guard isNew else { throw HostError(.providerExists, box.id.rawValue, "choose another name, or invalidate the first") }
    let id = box.id
    audio?.register(box)
    box.begin {
      // The provider is registered when its delegate begins to report, and the delegate begins before it receives actions.
      changeRoster { board in
        board.register(id, configuration, isReady: isReady && !box.isDirect)
        board.setOffersTransactions(id, !box.isDirect)
      }
      // Before the delegate's first report, which another thread may tell at once: the newest standing must come last.
      tellStanding(of: id)
    }
    if isReady && box.isDirect { setReady(id, true) }
  }

  /// Finds an unused id, and reserves it for a provider that is about to be added.
  func claimName(_ base: String) -> ProviderID {
    providers.withLock { providers in
      claimedNames.withLock { claimed in
        var name = ProviderID(rawValue: base)
        var count = 1
        while providers[name] != nil || claimed.contains(name) {
          count += 1
          name = ProviderID(rawValue: "\(base)-\(count)")
        }
        claimed.insert(name)
        return name
      }
    }
  }

  /// Replaces a provider's delegate; a loaded transport's provider keeps its own.
  func setDelegate(_ hold: DelegateHold, queue: DispatchQueue?, of provider: Provider) {
    guard let box = self.provider(provider.id), box.provider === provider else { return }
    guard !box.isDirect else {
      return note(
        provider.id, "delegate",
        "the delegate of provider \"\(provider.id)\" belongs to its transport and cannot be replaced; "
          + "register a provider of your own instead")
    }
    audio?.retire(provider.id)
    box.setDelegate(hold, queue: queue)
    audio?.register(box)
    changeRoster { $0.setOffersTransactions(provider.id, true) }
    if case .none = hold {
      guard rosters.current.roster[provider.id]?.standing == .ready else { return }
      box.waitsForDelegate.store(true, ordering: .releasing)
      setReady(provider.id, false)
    } else if box.waitsForDelegate.exchange(false, ordering: .acquiringAndReleasing) {
      setReady(provider.id, true)
    }
  }

  func setReady(_ provider: ProviderID, _ isReady: Bool) {
    let now = clock.now
    let (hasChanged, trial) = changeRoster { switchboard in
      let before = switchboard.roster[provider]?.standing
      let trial = switchboard.setReady(provider, isReady, at: now)
      return (switchboard.roster[provider]?.standing != before, trial)
    }
    // The alarm first: a listener may advance a virtual clock as soon as it hears of the standing.
    if let trial { setAlarm(.endQuarantine(provider), at: now.advanced(by: trial)) }
    if hasChanged { tellStanding(of: provider) }
  }

  /// P7: ends the quarantine of a provider that has been ready for long enough.
  func endQuarantine(of provider: ProviderID) {
    let now = clock.now
    let hasEnded = changeRoster { switchboard in
      let before = switchboard.roster[provider]?.standing
      switchboard.endQuarantine(provider, at: now)
      return switchboard.roster[provider]?.standing != before
    }
    if hasEnded { tellStanding(of: provider) }
  }

  /// P7: restarts a lost or quarantined provider at once, because an emergency call waits for it.
  func hurry(_ provider: ProviderID) {
    let mustRestart = changeRoster { $0.hurry(provider) }
    tellStanding(of: provider)
    if mustRestart, let box = self.provider(provider) { restart(box) }
  }

  /// P1, P2, P8: ends the calls of a provider that was lost, reset or retired, or those of one of its two instances.
  ///
  /// A lost provider restarts after a delay, if it can and is not quarantined for good (P6, P7).
  func lose(_ provider: ProviderID, _ loss: ProviderLoss) {
    let now = clock.now
    let (pause, boxes) = board.withLock { board in
      var pause: Duration?
      switch loss {
      case .lost, .calls(_, _, goesOn: false): pause = board.switchboard.lose(provider, at: now)
      case .reset, .calls(_, _, goesOn: true): break
      case .invalidated: board.switchboard.remove(provider)
      }
      rosters.publish(board.switchboard.roster)
      return (pause, Array(board.lines.values))
    }
    keep(.provider(provider, loss), at: now)
    observers.tell(nil, at: now, .lost(provider, loss))
    for box in boxes where !box.isIdle { submit(.lost(provider, loss), to: box) }
    // The alarm first: a listener may advance a virtual clock as soon as it hears of the standing.
    if let pause, let target = self.provider(provider), target.restart != nil {
      setAlarm(.restart(LostProvider(box: target)), at: now.advanced(by: pause))
    }
    tellStanding(of: provider)
  }

  /// Retires a provider: its delegate is not called again, and its calls end (P2).
  ///
  /// The host calls `completion` once the provider's transport, if any, is closed.
  func retire(_ provider: ProviderID, completion: @escaping @Sendable () -> Void = {}) {
    guard let box = providers.withLock({ $0.removeValue(forKey: provider) }) else { return completion() }
    box.retire()
    lose(provider, .invalidated)
    audio?.retire(provider)
    if let close = box.close { close(completion) } else { completion() }
  }

  /// Resets a provider on the host's own request.
  func reset(_ provider: ProviderID) {
    guard let box = self.provider(provider) else { return }
    box.call { $0.providerDidReset($1) }
    lose(provider, .reset(nil))
  }

  /// Restarts a lost provider on its own lane, so that a slow start delays no other.
  func restart(_ box: ProviderBox) {
    guard self.provider(box.id) === box, let restart = box.restart else { return }
    box.onLane { restart(box.provider) }
  }

  // MARK: What delegates lack

  package func noteMissing(_ function: String, of provider: ProviderID) {
    guard let box = self.provider(provider) else { return }
    if function == Provider.executeFunction {
      // From now on the line sends its actions one at a time.
      guard box.missing.withLock({ $0.insert(function).inserted }) else { return }
      changeRoster { $0.setOffersTransactions(provider, false) }
    } else if box.missing.withLock({ $0.insert(function).inserted }) {
      note(
        provider, "delegate",
        "the delegate of provider \"\(provider)\" does not implement \(function), so the action fails; "
          + "implement it, or leave the ability out of ProviderConfiguration.capabilities")
    }
  }

  /// Logs an action that failed because the provider has no delegate.
  func noteAbsentDelegate(of box: ProviderBox) {
    guard box.missing.withLock({ $0.insert("delegate").inserted }) else { return }
    let why =
      if case .seen = box.hold { "the delegate of provider \"\(box.id)\" is gone, so its actions fail; keep a reference to it" } else {
        "provider \"\(box.id)\" has no delegate, so its actions fail; call Provider.setDelegate before you report a call"
      }
    note(box.id, "delegate", why)
  }

  // MARK: Ringtones

  /// Returns the reason why a configuration's ringtone cannot be played; nil when it can, or there is none.
  package func ringtoneProblem(_ configuration: ProviderConfiguration) -> String? {
    guard let path = configuration.ringtoneSound else { return nil }
    return audio?.ringtoneProblem(path) ?? FileProblem.reading(path).map { "\(path): \($0); name an existing sound file" }
  }

  /// Logs a provider's ringtone that cannot be played.
  func noteRingtone(of provider: ProviderID, _ configuration: ProviderConfiguration) {
    guard let problem = ringtoneProblem(configuration) else { return }
    note(provider, "ringtone", "the ringtone of provider \"\(provider)\" cannot be played: \(problem)")
  }

  /// Logs a warning about a provider.
  package func note(_ provider: ProviderID, _ topic: String, _ text: String) {
    observers.tell(nil, at: clock.now, .log(provider, level: 2, topic: topic, text: text))
  }

  private func tellStanding(of provider: ProviderID) {
    observers.tell(nil, at: clock.now, .provider(provider, rosters.current.roster[provider]?.standing))
  }
}
