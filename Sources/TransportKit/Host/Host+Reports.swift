internal import TransportABI

extension Host {
  /// Reports an incoming call.
  ///
  /// - Returns: The new call, for which ``Transport/shown(_:)`` or ``Transport/end(_:why:action:)`` follows; nil if the host refuses it
  ///   (not active, too many calls): reject it on the wire then. Also nil before a handover is settled.
  public func incoming(_ info: CallInfo) -> Call? {
    guard phase == .active, hasRoom, !standstill.isSilent else { return nil }
    minted += 1
    let call = Call(id: Call.mintedByPlugin | minted)
    calls[call.id] = CallRecord(stage: .incoming)
    let status = info.lent { table.report_incoming?(table.ctx, hsw_call(id: call.id), now, $0) ?? HSW_E_NOTSUP }
    guard status >= 0 else {
      calls[call.id] = nil
      return nil
    }
    return call
  }

  /// Reports a call's progress.
  ///
  /// It completes the call's start if that is open.
  ///
  /// - Returns: False if it was refused: the call is over, or the state is not possible now.
  @discardableResult
  public func report(_ call: Call, _ state: CallState) -> Bool {
    guard isUsable else { return false }
    completeStart(of: call)
    guard calls[call.id]?.take(state) == true else { return false }
    return send(state, of: call)
  }

  private func send(_ state: CallState, of call: Call) -> Bool {
    if holdBack({ _ = $0.send(state, of: call) }) { return true }
    return table.report_state?(table.ctx, hsw_call(id: call.id), now, state.rawValue) == HSW_OK
  }

  /// Reports changes of a call: the fields in `stated`, and every string that is not empty.
  ///
  /// - Returns: False if the call is over.
  @discardableResult
  public func update(_ call: Call, _ info: CallInfo) -> Bool {
    guard isUsable else { return false }
    completeStart(of: call)
    guard calls[call.id] != nil else { return false }
    if holdBack({ $0.update(call, info) }) { return true }
    return info.lent { table.report_update?(table.ctx, hsw_call(id: call.id), now, $0) == HSW_OK }
  }

  /// Reports digits (0-9 * # A-D) from the far end.
  ///
  /// - Returns: False if the call is over or not connected, or `digits` has other characters.
  @discardableResult
  public func digits(_ call: Call, _ digits: String) -> Bool {
    guard isUsable, calls[call.id]?.isUp == true, isDTMF(digits) else { return false }
    if holdBack({ $0.digits(call, digits) }) { return true }
    return digits.lent { table.report_dtmf?(table.ctx, hsw_call(id: call.id), now, $0) == HSW_OK }
  }

  /// Reports a call's end, and completes its open actions.
  ///
  /// Further reports about the call are refused.
  ///
  /// If the call's start is not completed, the start fails with the error instead.
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

  /// Reports the line's state.
  ///
  /// Without a report, the line is ready as soon as the instance is active.
  @discardableResult
  public func line(_ state: LineState, retryAfter: Duration = .zero, error: TransportError? = nil) -> Bool {
    guard isUsable else { return false }
    if holdBack({ $0.line(state, retryAfter: retryAfter, error: error) }) { return true }
    let milliseconds = UInt32(clamping: retryAfter.nanoseconds / 1_000_000)
    return error.lent { table.report_line?(table.ctx, state.rawValue, milliseconds, $0) == HSW_OK }
  }

  /// Reports this instance's own limits, which the kit then enforces too.
  @discardableResult
  public func provider(_ limits: ProviderLimits) -> Bool {
    guard isUsable else { return false }
    maxCalls = limits.maxCalls == 0 ? kind.descriptor.maxCalls : limits.maxCalls
    handleKinds = limits.handleKinds.isEmpty ? kind.descriptor.handleKinds : limits.handleKinds
    if holdBack({ $0.provider(limits) }) { return true }
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

  /// Reports that the network has dropped every call and action of this instance.
  @discardableResult
  public func resetAll(_ error: TransportError? = nil) -> Bool {
    guard isUsable else { return false }
    forgetAll()
    if holdBack({ $0.resetAll(error) }) { return true }
    let isTaken = error.lent { table.report_reset?(table.ctx, $0) == HSW_OK }
    finishDrainIfQuiet()
    return isTaken
  }

  /// Asks the host to replace this instance, which cannot go on.
  @discardableResult
  public func requestRestart(_ why: String) -> Bool {
    guard isUsable else { return false }
    if holdBack({ $0.requestRestart(why) }) { return true }
    return why.lent { table.request_restart?(table.ctx, $0) == HSW_OK }
  }

  /// Ends a call for the host and the kit.
  func close(_ call: Call, _ reason: EndReason, _ error: TransportError?) {
    settle(call, reason)
    guard let record = calls.removeValue(forKey: call.id) else { return }
    // A call whose start failed does not end; the completion of the start was its last report.
    guard record.stage != .starting else { return finishDrainIfQuiet() }
    sendEnd(of: call, reason, error)
    finishDrainIfQuiet()
  }

  private func sendEnd(of call: Call, _ reason: EndReason, _ error: TransportError?) {
    if holdBack({ $0.sendEnd(of: call, reason, error) }) { return }
    _ = error.lent { table.report_ended?(table.ctx, hsw_call(id: call.id), now, reason.rawValue, $0) }
  }

  /// Completes a call's start, since a report about the call implies it.
  private func completeStart(of call: Call) {
    guard let record = calls[call.id], record.stage == .starting else { return }
    complete(record.start, nil)
  }

  /// True when another call fits within the limits.
  var hasRoom: Bool { maxCalls == 0 || calls.count < Int(maxCalls) }

  /// Drops every call and action without a report.
  func forgetAll() {
    calls.removeAll(keepingCapacity: true)
    actions.removeAll(keepingCapacity: true)
    turn.isCompleted = true
  }
}

/// True when `digits` is not empty and has only DTMF digits.
func isDTMF(_ digits: String) -> Bool {
  !digits.isEmpty
    && digits.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "*"), UInt8(ascii: "#"): true
      default: false
      }
    }
}
