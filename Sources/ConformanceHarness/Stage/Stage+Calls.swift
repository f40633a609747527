package import TransportABI

// Steps with calls for test bodies; each fails with a sentence if the plugin does not cooperate.
extension Stage {
  /// Starts a call to the far end, and waits until its start is completed.
  package func dial() throws -> CallRef { try preparing { try dial(near, peer.target()) } }

  /// Starts a call from an instance to a target.
  package func dial(_ instance: PluginInstance, _ target: CallTarget) throws -> CallRef {
    let call = instance.mintCall()
    try complete(instance.start(call, target), of: instance)
    return call
  }

  /// Returns a call that the far end has answered.
  package func connect() throws -> CallRef {
    let call = try dial()
    // A call that is active already is a fault, which other tests report.
    if near.ledger.calls[call.id]?.stage == .active { attempt { try peer.answer(call) } } else { try peer.answer(call) }
    try preparing { try expect(call, is: .active) }
    return call
  }

  /// Returns a call from the far end that the user has been shown.
  package func ringing(from: CallTarget? = nil) throws -> CallRef {
    let call = try incoming(from: from)
    try near.shown(call)
    return call
  }

  /// Returns a call from the far end that the plugin has just reported.
  package func incoming(from: CallTarget? = nil) throws -> CallRef {
    let known = Set(near.ledger.calls.keys)
    let caller = try from ?? CallTarget(peer.target().kindText, "5550142", name: "Conformance")
    try peer.callUs(from: caller)
    guard wait(.seconds(10), until: { newIncoming(known) != nil }), let call = newIncoming(known) else {
      return try preparing {
        throw TestFailure("host.report_incoming", "did not come within 10 s of the far end's call", expected: "called")
      }
    }
    // A person takes a moment; one test alone is about a plugin that must be ready at once.
    try settle(.microseconds(1))
    return call
  }

  /// Returns an incoming call that we have answered.
  package func answered() throws -> CallRef {
    let call = try ringing()
    try preparing {
      try complete(near.answer(call))
      try expect(call, is: .active)
    }
    return call
  }

  /// Ends a call and waits for its end.
  package func hangUp(_ call: CallRef) throws {
    try complete(near.end(call))
    try expect(call, is: .ended)
  }

  /// Waits until the action is done, within its virtual deadline.
  /// - Throws: `TestFailure` if it was refused, failed or never completed.
  package func complete(_ action: ActionRef, of instance: PluginInstance? = nil) throws {
    let state = try outcome(action, of: instance)
    guard state == .done else { throw TestFailure(action.function, Self.describe(state), expected: "done") }
  }

  /// Waits until the action ends in any way, and returns its state.
  package func outcome(_ action: ActionRef, of instance: PluginInstance? = nil, within: Duration = .seconds(30)) throws
    -> LedgerAction.State
  {
    let instance = instance ?? near
    func state() -> LedgerAction.State { instance.ledger.actions[action.id]?.state ?? .forgotten }
    guard wait(within, until: { state() != .open }) else {
      throw TestFailure(
        action.function, "answered \(StatusName.of(action.status)), and no action_done came within \(within)", expected: "completed")
    }
    return state()
  }

  /// Fails unless the action is refused, or fails, with one of these statuses.
  package func expect(_ action: ActionRef, of instance: PluginInstance? = nil, refused statuses: hsw_status...) throws {
    let wanted = statuses.map(StatusName.of).joined(separator: " or ")
    switch try outcome(action, of: instance) {
    case .refused(let status) where statuses.contains(status): return
    case .failed(let fault) where statuses.contains(fault.code): return
    case let state: throw TestFailure(action.function, Self.describe(state), expected: wanted)
    }
  }

  /// Waits until the call is in that stage.
  package func expect(_ call: CallRef, is stage: LedgerCall.Stage, of instance: PluginInstance? = nil, within: Duration = .seconds(10))
    throws
  {
    let instance = instance ?? near
    guard wait(within, until: { instance.ledger.calls[call.id]?.stage == stage }) else {
      let now = instance.ledger.calls[call.id]?.stage.rawValue ?? "unknown"
      throw TestFailure("\(call) is \(now) after \(within), should be \(stage.rawValue)")
    }
  }

  /// Waits until the plugin has reported that state of the call.
  package func expect(_ call: CallRef, reports state: UInt32, within: Duration = .seconds(10)) throws {
    guard wait(within, until: { near.ledger.calls[call.id]?.states.contains(state) == true }) else {
      throw TestFailure("host.report_state", "did not come of \(call) within \(within)", expected: "called with \(CallStateName.of(state))")
    }
  }

  /// Waits until the far end's view meets the condition.
  package func expectPeer(_ call: CallRef, _ wanted: String, within: Duration = .seconds(10), _ condition: (PeerView) -> Bool) throws {
    let peer = try peer
    var failure: (any Error)?
    var last: PeerView?
    let seen = wait(within) {
      do {
        let view = try peer.see(call)
        last = view
        return condition(view)
      } catch {
        failure = error
        return true
      }
    }
    if let failure { throw failure }
    if seen, let last { near.host.book { $0.tell(call.id, "the far end sees \(last.words)", as: .seen) } }
    guard seen else { throw TestFailure("the far end of \(call) should see \(wanted); it sees \(last.map { "\($0)" } ?? "nothing")") }
  }

  /// Notes in the transcript what the test found out about a call.
  package func note(_ text: String, on call: CallRef) { near.host.book { $0.tell(call.id, text, as: .noted) } }

  /// Notes the far end's view of a call.
  package func look(_ call: CallRef) throws { note("the far end sees \(try peer.see(call).words)", on: call) }

  /// Returns the ledger's record of a call.
  package func record(_ call: CallRef) throws -> LedgerCall {
    guard let record = near.ledger.calls[call.id] else { throw TestFailure("\(call) is unknown") }
    return record
  }

  /// Fails on the first breach of one of these kinds, in any instance.
  package func refuse(_ kinds: Breach.Kind...) throws {
    runWhatIsDue()
    for instance in [near] + instances {
      if let breach = instance.ledger.breaches.first(where: { kinds.contains($0.kind) }) { throw TestFailure(breach) }
    }
  }

  /// Returns an active call to the far end; nil if there is no far end.
  package func dialIfPossible() throws -> CallRef? {
    do {
      return try connect()
    } catch is TestSkip {
      return nil
    }
  }

  /// Runs `body`, and notes an error instead of throwing it.
  package func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      run.note("left out: \(error)")
    }
  }

  private func newIncoming(_ known: Set<UInt64>) -> CallRef? {
    near.ledger.calls.first { $0.value.stage == .incoming && !known.contains($0.key) }.map { CallRef(id: $0.key) }
  }

  package static func describe(_ state: LedgerAction.State) -> String {
    switch state {
    case .open: "was not completed"
    case .done: "was done"
    case .refused(let status): "was refused with \(StatusName.of(status))"
    case .failed(let fault): "failed with \(StatusName.of(fault.code))" + (fault.message.isEmpty ? "" : " (\(fault.message))")
    case .cancelled: "was cancelled"
    case .forgotten: "was forgotten by a reset"
    }
  }
}
