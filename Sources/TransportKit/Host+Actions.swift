internal import TransportABI

extension Host {
  /// Completes an action: it is done.
  ///
  /// - Returns: False if it was completed, cancelled or forgotten before; then nothing happens.
  @discardableResult
  public func fulfil(_ action: Action) -> Bool {
    complete(action.id, nil)
  }

  /// Completes an action: it failed, and why.
  ///
  /// - Returns: False if it was completed, cancelled or forgotten before; then nothing happens.
  @discardableResult
  public func fail(_ action: Action, _ error: TransportError) -> Bool {
    complete(action.id, error)
  }

  /// Runs a method of the transport that carries an action, and turns what it says into a status.
  func perform(
    _ action: hsw_action, about call: UInt64, _ effect: OpenAction.Effect, _ body: (Action) throws(TransportError) -> Outcome
  ) -> hsw_status {
    guard action.id != 0, actions[action.id] == nil else { return HSW_E_INVAL }
    let open = OpenAction(call: call, effect: effect)
    turn = Turn(action: action.id, open: open)
    defer { turn = Turn() }
    let outcome: Outcome
    do {
      outcome = try body(Action(id: action.id, call: call == 0 ? nil : Call(id: call)))
    } catch {
      return refuse(error)
    }
    if turn.isCompleted { return HSW_PENDING }
    switch outcome {
    case .pending:
      actions[action.id] = open
      return HSW_PENDING
    case .done where effect == .end:
      // The end is reported at once, so its completion has to go before it.
      complete(action.id, nil)
      return HSW_PENDING
    case .done:
      turn.isCompleted = true
      took(open)
      return HSW_OK
    }
  }

  /// What a thrown error becomes: a bare code is the status itself; one with words goes as a completion, which can carry them.
  private func refuse(_ error: TransportError) -> hsw_status {
    guard !turn.isCompleted else {
      // Too late to refuse: a report of its own has completed the start, so the call ends instead.
      if turn.open.effect == .start { ended(Call(id: turn.open.call), .failed, error) }
      return HSW_PENDING
    }
    guard error.isBare else {
      complete(turn.action, error)
      return HSW_PENDING
    }
    turn.isCompleted = true
    gaveUp(turn.open)
    return error.code.rawValue
  }

  /// Says the one word on an action, if none was said.
  @discardableResult
  func complete(_ id: UInt64, _ error: TransportError?) -> Bool {
    guard id != 0 else { return false }
    let open: OpenAction
    if id == turn.action {
      guard !turn.isCompleted else { return false }
      turn.isCompleted = true
      open = turn.open
    } else {
      guard let found = actions.removeValue(forKey: id) else { return false }
      open = found
    }
    if let error {
      sendDone(id, error)
      gaveUp(open)
    } else {
      took(open)
      sendDone(id, nil)
      if open.effect == .end { close(Call(id: open.call), .local, nil) }
    }
    return true
  }

  func sendDone(_ id: UInt64, _ error: TransportError?) {
    _ = error.lent { table.action_done?(table.ctx, hsw_action(id: id), now, $0) }
  }

  /// What an action that is done has made of its call.
  private func took(_ open: OpenAction) {
    switch open.effect {
    case .start:
      calls[open.call]?.stage = .dialing
      calls[open.call]?.start = 0
    case .answer:
      calls[open.call]?.stage = .active
      calls[open.call]?.isAnswering = false
    case .hold(let on):
      calls[open.call]?.isHeld = on
    case .end, .other:
      break
    }
  }

  /// What an action that failed, or was given up, leaves of its call.
  func gaveUp(_ open: OpenAction) {
    switch open.effect {
    case .start:
      calls[open.call] = nil
      finishDrainIfQuiet()
    case .answer:
      calls[open.call]?.isAnswering = false
    case .end:
      calls[open.call]?.isEnding = false
    case .hold, .other:
      break
    }
  }

  /// Completes whatever is open about a call that is going: its own end is done, anything else is cancelled.
  func settle(_ call: Call, _ reason: EndReason) {
    func verdict(_ open: OpenAction) -> TransportError? {
      open.effect == .end && reason == .local ? nil : TransportError(.cancelled, "the call ended")
    }
    if turn.action != 0, !turn.isCompleted, turn.open.call == call.id {
      turn.isCompleted = true
      sendDone(turn.action, verdict(turn.open))
    }
    guard !actions.isEmpty else { return }
    for (id, open) in actions.filter({ $0.value.call == call.id }).sorted(by: { $0.key < $1.key }) {
      actions[id] = nil
      sendDone(id, verdict(open))
    }
  }
}
