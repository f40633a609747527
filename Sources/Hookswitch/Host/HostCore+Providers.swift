internal import CallControl
internal import Dispatch
internal import Locking

extension HostCore {
  /// Changes what the switchboard knows of providers, and lets every line that has something on it hear of it.
  ///
  /// A line without calls learns of it when something comes.
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

  /// Adds a provider; its delegate hears `providerDidBegin` before anything else.
  func add(_ box: ProviderBox, _ configuration: ProviderConfiguration, isReady: Bool) throws(HostError) {
    let isNew = providers.withLock { providers in
      guard providers[box.id] == nil else { return false }
      providers[box.id] = box
      return true
    }
    guard isNew else { throw HostError(.providerExists, box.id.rawValue, "choose another name, or invalidate the first") }
    let id = box.id
    audio?.register(box)
    box.begin {
      // What the delegate says when it begins finds the provider registered; what it is asked comes after it began.
      changeRoster { $0.register(id, configuration, isReady: isReady && !box.isDirect) }
    }
    if isReady && box.isDirect { setReady(id, true) }
    tellStanding(of: id)
  }

  func setReady(_ provider: ProviderID, _ isReady: Bool) {
    let hasChanged = changeRoster { switchboard in
      let before = switchboard.roster[provider]?.standing
      switchboard.setReady(provider, isReady)
      return switchboard.roster[provider]?.standing != before
    }
    if hasChanged { tellStanding(of: provider) }
  }

  /// P1, P2: a provider's calls are gone.
  ///
  /// A lost one is made anew after a while, if somebody can and it was not once too often (P6).
  func lose(_ provider: ProviderID, _ loss: ProviderLoss) {
    let now = clock.now
    let (pause, boxes) = board.withLock { board in
      var pause: Duration?
      switch loss {
      case .lost: pause = board.switchboard.lose(provider, at: now)
      case .reset: break
      case .invalidated: board.switchboard.remove(provider)
      }
      rosters.publish(board.switchboard.roster)
      return (pause, Array(board.lines.values))
    }
    journal.keep(.provider(provider, loss), at: now)
    if observers.hasEventReceivers { observers.tell(HostEvent(time: now, line: nil, body: .lost(provider, loss))) }
    for box in boxes where !box.isIdle { submit(.lost(provider, loss), to: box) }
    tellStanding(of: provider)
    if let pause, let target = self.provider(provider), target.restart != nil {
      setAlarm(.restart(target), at: now.advanced(by: pause))
    }
  }

  /// Retires a provider: its delegate hears nothing more, its calls end (P2).
  ///
  /// `completion` is called when the transport behind it, if there is one, is closed.
  func retire(_ provider: ProviderID, completion: @escaping @Sendable () -> Void = {}) {
    guard let box = providers.withLock({ $0.removeValue(forKey: provider) }) else { return completion() }
    box.retire()
    lose(provider, .invalidated)
    audio?.retire(provider)
    if let close = box.close { close(completion) } else { completion() }
  }

  /// Has a provider drop all it knows, at the host's own wish.
  func reset(_ provider: ProviderID) {
    guard let box = self.provider(provider) else { return }
    box.call { $0.providerDidReset($1) }
    lose(provider, .reset(nil))
  }

  /// Has a lost provider made anew, on its own lane: a start that hangs delays nobody else.
  func restart(_ box: ProviderBox) {
    guard self.provider(box.id) === box, let restart = box.restart else { return }
    box.onLane { restart(box.provider) }
  }

  private func tellStanding(of provider: ProviderID) {
    guard observers.hasEventReceivers else { return }
    let standing = rosters.current.roster[provider]?.standing
    observers.tell(HostEvent(time: clock.now, line: nil, body: .provider(provider, standing)))
  }
}
