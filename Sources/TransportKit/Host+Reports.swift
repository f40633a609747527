internal import TransportABI

extension Host {
  /// Tells that somebody calls.
  ///
  /// - Returns: The new call, for which ``Transport/shown(_:)`` or ``Transport/end(_:why:action:)`` follows; or nil if the host does
  ///   not take it (not active, too many calls): reject it on the wire then.
  public func incoming(_ info: CallInfo) -> Call? {
    guard phase == .active, hasRoom else { return nil }
    minted += 1
    let call = Call(id: Call.mintedByPlugin | minted)
    calls[call.id] = CallRecord(stage: .offered)
    let status = info.lent { table.report_incoming?(table.ctx, hsw_call(id: call.id), now, $0) ?? HSW_E_NOTSUP }
    guard status >= 0 else {
      calls[call.id] = nil
      return nil
    }
    return call
  }

  /// Tells how a call moved on.
  ///
  /// Completes the call's start, if nothing else has.
  ///
  /// - Returns: False if it was not taken: the call is over, or would go backwards.
  @discardableResult
  public func report(_ call: Call, _ state: CallState) -> Bool {
    guard isUsable else { return false }
    completeStart(of: call)
    guard calls[call.id]?.take(state) == true else { return false }
    return table.report_state?(table.ctx, hsw_call(id: call.id), now, state.rawValue) == HSW_OK
  }

  /// Tells what changed about a call: what `stated` names, and every string that is not empty.
  ///
  /// - Returns: False if the call is over.
  @discardableResult
  public func update(_ call: Call, _ info: CallInfo) -> Bool {
    guard isUsable else { return false }
    completeStart(of: call)
    guard calls[call.id] != nil else { return false }
    return info.lent { table.report_update?(table.ctx, hsw_call(id: call.id), now, $0) == HSW_OK }
  }

  /// Tells which digits (0-9 * # A-D) the far end sent.
  ///
  /// - Returns: False if the call is over or not connected, or there is anything else in `digits`.
  @discardableResult
  public func digits(_ call: Call, _ digits: String) -> Bool {
    guard isUsable, calls[call.id]?.stage == .active, isDTMF(digits) else { return false }
    return digits.lent { table.report_dtmf?(table.ctx, hsw_call(id: call.id), now, $0) == HSW_OK }
  }

  /// Tells that a call is over, and completes what was open about it.
  ///
  /// Nothing can be said about the call afterwards.
  ///
  /// A call whose start is not completed has not begun: its start fails with the error instead.
  ///
  /// - Returns: False if it was over already.
  @discardableResult
  public func ended(_ call: Call, _ reason: EndReason, _ error: TransportError? = nil) -> Bool {
    guard isUsable, let record = calls[call.id] else { return false }
    if record.stage == .starting {
      return complete(record.start, error ?? TransportError(.failed, "the call ended before it began"))
    }
    close(call, reason, error)
    return true
  }

  /// Tells whether calls can be made.
  ///
  /// Not said, they can as soon as the instance is active.
  @discardableResult
  public func line(_ state: LineState, retryAfter: Duration = .zero, error: TransportError? = nil) -> Bool {
    guard isUsable else { return false }
    let milliseconds = UInt32(clamping: retryAfter.nanoseconds / 1_000_000)
    return error.lent { table.report_line?(table.ctx, state.rawValue, milliseconds, $0) == HSW_OK }
  }

  /// Tells this instance's own limits, which the kit then keeps too.
  @discardableResult
  public func provider(_ limits: ProviderLimits) -> Bool {
    guard isUsable else { return false }
    maxCalls = limits.maxCalls == 0 ? kind.descriptor.maxCalls : limits.maxCalls
    handleKinds = limits.handleKinds.isEmpty ? kind.descriptor.handleKinds : limits.handleKinds
    let texts = StaticText()
    var provider = hsw_provider()
    provider.size = UInt32(MemoryLayout<hsw_provider>.size)
    provider.max_calls = limits.maxCalls
    provider.max_groups = limits.maxGroups
    provider.max_calls_per_group = limits.maxCallsPerGroup
    provider.handle_kinds = texts.keep(limits.handleKinds)
    provider.n_handle_kinds = UInt32(limits.handleKinds.count)
    provider.emergency = texts.keep(limits.emergencyNumbers)
    provider.n_emergency = UInt32(limits.emergencyNumbers.count)
    provider.name = texts.keep(limits.name)
    return withExtendedLifetime(texts) { table.report_provider?(table.ctx, &provider) == HSW_OK }
  }

  /// Tells that every call and action of this instance is gone, for a reason of the network's.
  @discardableResult
  public func resetAll(_ error: TransportError? = nil) -> Bool {
    guard isUsable else { return false }
    forgetAll()
    let isTaken = error.lent { table.report_reset?(table.ctx, $0) == HSW_OK }
    finishDrainIfQuiet()
    return isTaken
  }

  /// Asks for a new instance in place of this one, which cannot go on.
  @discardableResult
  public func requestRestart(_ why: String) -> Bool {
    guard isUsable else { return false }
    return why.lent { table.request_restart?(table.ctx, $0) == HSW_OK }
  }

  /// The call is over, whoever says so.
  func close(_ call: Call, _ reason: EndReason, _ error: TransportError?) {
    settle(call, reason)
    guard let record = calls.removeValue(forKey: call.id) else { return }
    // A call that never began does not end: its start's own completion has said all.
    guard record.stage != .starting else { return finishDrainIfQuiet() }
    _ = error.lent { table.report_ended?(table.ctx, hsw_call(id: call.id), now, reason.rawValue, $0) }
    finishDrainIfQuiet()
  }

  /// The start of a call has gone well, as whoever reports about the call thereby says.
  private func completeStart(of call: Call) {
    guard let record = calls[call.id], record.stage == .starting else { return }
    complete(record.start, nil)
  }

  /// Whether another call fits within the limits.
  var hasRoom: Bool { maxCalls == 0 || calls.count < Int(maxCalls) }

  /// Drops every call and action without a word.
  func forgetAll() {
    calls.removeAll(keepingCapacity: true)
    actions.removeAll(keepingCapacity: true)
    turn.isCompleted = true
  }
}

/// Whether there is at least one digit, and nothing else.
func isDTMF(_ digits: String) -> Bool {
  !digits.isEmpty
    && digits.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "*"), UInt8(ascii: "#"): true
      default: false
      }
    }
}
