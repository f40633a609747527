internal import TransportABI

extension Host {
  /// Completes an action successfully.
  ///
  /// - Returns: False if it was completed, cancelled or dropped before; then nothing happens.
  @discardableResult
  public func fulfil(_ action: Action) -> Bool {
    complete(action.id, nil)
  }

  /// Completes an action with an error.
  ///
  /// - Returns: False if it was completed, cancelled or dropped before; then nothing happens.
  @discardableResult
  public func fail(_ action: Action, _ error: TransportError) -> Bool {
    complete(action.id, error)
  }

  /// Runs a method of the transport that carries an action, and turns its result into a status.
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
    case .done where effect.endsCall:
      // The end is reported at once, so its completion must precede it.
      complete(action.id, nil)
      return HSW_PENDING
    case .done:
      turn.isCompleted = true
      took(open)
      return HSW_OK
    }
  }

  /// Refuses the turn's action: an error with only a code becomes the status; any other is sent as a completion.
  private func refuse(_ error: TransportError) -> hsw_status {
    guard !turn.isCompleted else {
      // Too late to refuse: a report has completed the start, so the call ends instead.
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

  /// Completes an action, if it is open.
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
      if open.effect.endsCall { close(Call(id: open.call), .local, nil) }
    }
    return true
  }

  func sendDone(_ id: UInt64, _ error: TransportError?) {
    if holdBack({ $0.sendDone(id, error) }) { return }
    _ = error.lent { table.action_done?(table.ctx, hsw_action(id: id), now, $0) }
  }

  /// Applies a successful action to its call.
  private func took(_ open: OpenAction) {
    switch open.effect {
    case .start:
      calls[open.call]?.stage = .dialing
      calls[open.call]?.start = 0
    case .answer:
      calls[open.call]?.stage = .active
      calls[open.call]?.isAnswering = false
    case .hold(let on):
      calls[open.call]?.stage = on ? .held : .active
    case .end, .deflect, .other:
      break
    }
  }

  /// Applies a failed or cancelled action to its call.
  func gaveUp(_ open: OpenAction) {
    switch open.effect {
    case .start:
      calls[open.call] = nil
      finishDrainIfQuiet()
    case .answer:
      calls[open.call]?.isAnswering = false
    case .end:
      calls[open.call]?.isEnding = false
    case .deflect, .hold, .other:
      break
    }
  }

  /// Completes the open actions of an ending call: the one that ended it succeeds, the others are cancelled.
  func settle(_ call: Call, _ reason: EndReason) {
    // An end overtakes a deflect: the call then ended without being sent on.
    let ending: OpenAction.Effect = calls[call.id]?.isEnding == true ? .end : .deflect
    func verdict(_ open: OpenAction) -> TransportError? {
      open.effect == ending && reason == .local ? nil : TransportError(.cancelled, "the call ended")
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
