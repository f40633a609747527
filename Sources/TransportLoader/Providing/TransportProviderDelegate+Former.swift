internal import CallControl
internal import Locking

// Two instances of one provider, while an upgrade drains (P8). All functions run on the loop that both share.
extension TransportProviderDelegate {
  /// Makes the instance of a new version the present one; the old one finishes its calls.
  ///
  /// The provider stays ready: Starts go to the old instance until the line of the new one is ready.
  func seat(_ heir: TransportInstance, offers: Set<String>, drain: RunnerDrain, canReturn: Bool) {
    let (provider, former, isAudioActive) = state.withLock { state -> (Provider?, TransportInstance?, Bool) in
      guard let present = state.seats.present, !state.isOver else {
        state.seats.heir = nil
        return (nil, nil, false)
      }
      state.seats.former = FormerSeat(seat: present, takesStarts: present.line == .ready, canReturn: canReturn, drain: drain)
      state.seats.present = ProviderSeat(heir)
      state.seats.present?.offers = offers
      state.seats.heir = nil
      return (state.provider, present.instance, state.isAudioActive)
    }
    // A provider that the host closes at this moment needs no new instance.
    guard let provider, let former else { return heir.close() }
    var turn = ProviderTurn(provider: provider)
    for call in former.books({ $0.liveCalls }) { turn.say(.report(call, .leftBehind(true))) }
    let capabilities = CallCapabilities(offers: offers, capabilities: transport.descriptor.capabilities)
    turn.configure { $0.capabilities = capabilities }
    if isAudioActive { heir.setAudioActive(true) {} }
  }

  /// Notes the instance of a new version that is about to take over; nil for none.
  func expect(_ heir: TransportInstance?) { state.withLock { $0.seats.heir = heir } }

  /// Handles a message of the present instance that means something else beside a former one; false for any other.
  func hearBesideFormer(_ word: TransportWord, from instance: TransportInstance, _ turn: inout ProviderTurn) -> Bool {
    guard let former = seats.former, !state.withLock({ $0.isOver }) else { return false }
    switch word {
    case .line(.ready, _, _):
      if former.takesStarts { passStarts() }
      return false
    // The line of the former instance serves meanwhile.
    case .line: return former.takesStarts
    case .reset(let fault):
      turn.say(.lostCalls(instance.books { $0.takeForgotten() }, fault?.transportError, goesOn: true))
      return true
    case .lost(let loss):
      turn.say(.lostCalls(instance.books { $0.takeForgotten() }, loss.transportError, goesOn: former.canReturn))
      if former.canReturn { takeBack(&turn) }
      return true
    default: return false
    }
  }

  /// Handles a message of the former instance: what it says of its line is not the provider's.
  func hearFormer(_ word: TransportWord, from instance: TransportInstance, _ turn: inout ProviderTurn) {
    switch word {
    case .line, .limits, .activated, .upgraded: break
    case .reset(let fault): turn.say(.lostCalls(instance.books { $0.takeForgotten() }, fault?.transportError, goesOn: true))
    case .lost(let loss): loseFormer(instance, loss.transportError, &turn)
    case .closed: loseFormer(instance, TransportError(domain: "", message: "the old version of its transport has ended"), &turn)
    default: turn.take(word, isLeftBehind: true)
    }
  }

  private func loseFormer(_ instance: TransportInstance, _ error: TransportError?, _ turn: inout ProviderTurn) {
    let calls = instance.books { $0.takeForgotten() }
    if !calls.isEmpty { turn.say(.lostCalls(calls, error, goesOn: true)) }
    let seats = seats
    // Until now its line stood in for that of the present one.
    if seats.former?.takesStarts == true, let line = seats.present?.line, line != .ready { turn.say(line) }
  }

  /// Has Starts go to the present instance from now on.
  private func passStarts() {
    let former = state.withLock { state in
      state.seats.former?.takesStarts = false
      return state.seats.former?.seat.instance
    }
    former?.books { $0.isRetired = true }
  }

  /// Makes the former instance the present one again, because that one is lost.
  private func takeBack(_ turn: inout ProviderTurn) {
    let seat = state.withLock { state -> ProviderSeat? in
      guard let former = state.seats.former else { return nil }
      state.seats.present = former.seat
      state.seats.former = nil
      // Until its process has heard of it, too, no other upgrade begins.
      former.drain.poke()
      return former.seat
    }
    guard let seat else { return }
    seat.instance.books { $0.isRetired = false }
    for call in seat.instance.books({ $0.liveCalls }) { turn.say(.report(call, .leftBehind(false))) }
    let capabilities = CallCapabilities(offers: seat.offers, capabilities: transport.descriptor.capabilities)
    turn.configure { configuration in
      configuration.capabilities = capabilities
      seat.limits?.apply(to: &configuration)
    }
    turn.say(seat.line ?? .ready)
  }

  // MARK: for the drain

  /// The state of a former instance.
  enum FormerState {
    /// It is the provider's present instance, again.
    case present
    /// It has calls, or gets Starts.
    case busy
    /// It has nothing left to do.
    case idle
    /// It ends, or has ended.
    case gone
  }

  /// The state of an instance that was made a former one.
  func stateOfFormer(_ instance: TransportInstance) -> FormerState {
    let seats = seats
    switch seats.role(of: instance) {
    case .present: return .present
    case .heir, nil: return .gone
    case .former: break
    }
    let (isOpen, hasWork) = instance.books { ($0.phase == .active && !$0.isClosing, $0.calls.count > 0 || $0.actions.count > 0) }
    return !isOpen ? .gone : hasWork || seats.former?.takesStarts == true ? .busy : .idle
  }

  /// Has a former instance end; its calls have `drainMilliseconds` to end.
  func closeFormer(_ instance: TransportInstance, drainMilliseconds: UInt32) {
    let (provider, line) = state.withLock { state -> (Provider?, ProviderWord?) in
      guard let former = state.seats.former, former.seat.instance === instance else { return (nil, nil) }
      state.seats.former?.takesStarts = false
      state.seats.former?.canReturn = false
      guard former.takesStarts, let line = state.seats.present?.line, line != .ready else { return (nil, nil) }
      return (state.provider, line)
    }
    if let provider, let line { provider.report([line]) }
    instance.books { $0.isRetired = true }
    instance.close(drainMilliseconds: drainMilliseconds)
  }

  /// True once the host has closed the provider for good.
  var isOver: Bool { state.withLock { $0.isOver } }
}
