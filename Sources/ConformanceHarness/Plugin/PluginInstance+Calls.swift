package import TransportABI

// The functions of calls/1.
extension PluginInstance {
  private var calls: hsw_calls {
    get throws {
      guard try offers(HSW_EXT_CALLS) else { throw TestFailure("get_extension(\"\(HSW_EXT_CALLS)\") is NULL; every plugin offers it") }
      return try need(HSW_EXT_CALLS, hsw_calls())
    }
  }

  /// Returns a handle for a call that the host begins; the first action with it must be its start.
  package func mintCall() -> CallRef { host.book { $0.mintCall() } }

  package func start(_ call: CallRef, _ to: CallTarget, deadline: UInt32 = 30_000) throws -> ActionRef {
    guard let start = try calls.start else { throw TestFailure("calls.start is NULL") }
    return act("calls.start", call: call.id, .start, saying: "to \(to.text)") {
      start(table.ctx, $1, call.handle, to.lent(by: $0), deadline)
    }
  }

  package func answer(_ call: CallRef, deadline: UInt32 = 30_000) throws -> ActionRef {
    guard let answer = try calls.answer else { throw TestFailure("calls.answer is NULL") }
    return act("calls.answer", call: call.id, .answer) { answer(table.ctx, $1, call.handle, deadline) }
  }

  package func end(_ call: CallRef, why: UInt32 = HSW_WHY_HANGUP, deadline: UInt32 = 30_000) throws -> ActionRef {
    guard let end = try calls.end else { throw TestFailure("calls.end is NULL") }
    return act("calls.end", call: call.id, .end, saying: "why \(why)") { end(table.ctx, $1, call.handle, why, deadline) }
  }

  package func shown(_ call: CallRef) throws {
    guard let shown = try calls.shown else { throw TestFailure("calls.shown is NULL") }
    cross("calls.shown", call: call.id) { _ in shown(table.ctx, call.handle) }
  }

  /// Cancels an action: in the ledger first, so that a late completion is stale.
  package func cancel(_ action: UInt64) throws {
    guard let cancel = try calls.cancel else { throw TestFailure("calls.cancel is NULL") }
    _ = host.book { $0.cancel(action) }
    cross("calls.cancel", action: action) { _ in cancel(table.ctx, hsw_action(id: action)) }
  }
}

// The functions of test-peer/1.
extension PluginInstance {
  private var peer: hsw_test_peer { get throws { try need(HSW_EXT_TESTPEER, hsw_test_peer()) } }

  func peerDialable() throws -> (status: hsw_status, target: CallTarget) {
    let dialable = try need(peer.dialable, "test-peer.dialable")
    return cross("test-peer.dialable") { lender in
      let out = lender.sized(hsw_call_info())
      let status = dialable(table.ctx, out)
      // The texts must be good after the function's return, so what it leaves on the stack is overwritten before they are read.
      loop.afterEachCall?()
      let kind = ForeignText.read(out.pointee.handle_kind, "handle_kind")
      let handle = ForeignText.read(out.pointee.handle, "handle")
      for flaw in [kind.flaw, handle.flaw].compactMap({ $0 }) { host.book { $0.note(.text, "test-peer.dialable: \(flaw)") } }
      return (status, CallTarget(kind.text, handle.text))
    }
  }

  package func peerCall(_ from: CallTarget) throws -> hsw_status {
    let call = try need(peer.call, "test-peer.call")
    return cross("test-peer.call", saying: "from \(from.text)") { call(table.ctx, from.lent(by: $0)) }
  }

  package func peerOrder(_ call: CallRef, _ what: UInt32, _ argument: [UInt8] = []) throws -> hsw_status {
    let order = try need(peer.order, "test-peer.order")
    return cross("test-peer.order", call: call.id, saying: "order \(what)") { order(table.ctx, call.handle, what, $0.optional(argument)) }
  }

  package func peerObserve(_ call: CallRef, portion: Int = .max) throws -> (status: hsw_status, bytes: [UInt8]) {
    let observe = try need(peer.observe, "test-peer.observe")
    return collect("test-peer.observe", call: call.id, portion: portion) { observe(table.ctx, call.handle, $0) }
  }
}
