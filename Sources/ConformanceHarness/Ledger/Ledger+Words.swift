internal import TransportABI

// The plugin's reports on calls and actions, answered as the real host answers them, with every breach noted.
extension Ledger {
  mutating func incoming(_ id: UInt64, _ info: ForeignCallInfo, at time: UInt64, now: UInt64) -> hsw_status {
    guard phase == .active else {
      note(.phase, "report_incoming came while the instance was \(phase.rawValue)")
      return HSW_E_STATE
    }
    guard id >> 63 == 1 else {
      note(.handle, "report_incoming minted 0x\(String(id, radix: 16)), whose bit 63 is clear")
      return HSW_E_INVAL
    }
    guard calls[id] == nil else {
      note(.handle, "report_incoming used the handle 0x\(String(id, radix: 16)) again")
      return HSW_E_INVAL
    }
    incomingOrder.append(id)
    if let refusal = refusesIncoming {
      calls[id] = LedgerCall(stage: .void, ordinal: nextOrdinal(), isIncoming: true)
      tell(id, at: time, "report_incoming \(info.words), refused")
      return refusal
    }
    calls[id] = LedgerCall(
      stage: .incoming, ordinal: nextOrdinal(), isIncoming: true, handleKind: info.handleKind, handle: info.handle, replaces: info.replaces)
    calls[id]?.take(info)
    tell(id, at: time, "report_incoming \(info.words)")
    stamp(id, time, now, "report_incoming")
    return HSW_OK
  }

  mutating func updated(_ id: UInt64, _ info: ForeignCallInfo, at time: UInt64, now: UInt64) -> hsw_status {
    if let status = unspeakable(id, "report_update") { return status }
    tell(id, at: time, "report_update \(info.words)")
    calls[id]?.updates += 1
    calls[id]?.take(info)
    stamp(id, time, now, "report_update")
    return HSW_OK
  }

  mutating func state(_ id: UInt64, _ code: UInt32, at time: UInt64, now: UInt64) -> hsw_status {
    if let status = unspeakable(id, "report_state") { return status }
    guard let call = calls[id] else { return HSW_E_NOCALL }
    guard (HSW_CALL_CONNECTING...HSW_CALL_MEDIA_RESUMED).contains(code) else {
      note(.code, "report_state gave \(code), which is not a state")
      return HSW_E_RANGE
    }
    let progress = [HSW_CALL_CONNECTING, HSW_CALL_RINGING, HSW_CALL_EARLY_MEDIA]
    tell(id, at: time, "report_state \(CallStateName.of(code))", as: progress.contains(code) ? .progressed : .reported)
    stamp(id, time, now, "report_state")
    let isUp = call.stage == .active || call.stage == .held
    let isLegal: Bool
    switch code {
    case HSW_CALL_CONNECTING, HSW_CALL_RINGING, HSW_CALL_EARLY_MEDIA: isLegal = call.stage == .dialing
    case HSW_CALL_ACTIVE: isLegal = true
    default: isLegal = isUp
    }
    guard isLegal else {
      note(.stateOrder, "report_state gave \(CallStateName.of(code)) of a call that is \(call.stage.rawValue)")
      return HSW_E_STATE
    }
    calls[id]?.states.append(code)
    switch code {
    case HSW_CALL_ACTIVE: calls[id]?.stage = .active
    case HSW_CALL_HELD: calls[id]?.stage = .held
    case HSW_CALL_HELD_REMOTE: calls[id]?.isHeldRemotely = true
    case HSW_CALL_RESUMED_REMOTE: calls[id]?.isHeldRemotely = false
    default: break
    }
    return HSW_OK
  }

  mutating func heard(_ id: UInt64, _ digits: String, at time: UInt64, now: UInt64) -> hsw_status {
    if let status = unspeakable(id, "report_dtmf") { return status }
    tell(id, at: time, "report_dtmf \(digits)")
    stamp(id, time, now, "report_dtmf")
    guard !digits.isEmpty, digits.utf8.allSatisfy({ "0123456789*#ABCD".utf8.contains($0) }) else {
      note(.code, "report_dtmf gave \"\(digits)\", which are not digits")
      return HSW_E_INVAL
    }
    calls[id]?.digits += digits
    return HSW_OK
  }

  mutating func ended(_ id: UInt64, _ reason: UInt32, _ fault: Fault?, at time: UInt64, now: UInt64) -> hsw_status {
    if calls[id]?.stage == .ended {
      note(.endedTwice, "report_ended came a second time for \(CallRef(id: id))")
      return HSW_E_NOCALL
    }
    if let status = unspeakable(id, "report_ended") { return status }
    let words = fault.map { " with \(StatusName.of($0.code)), cause \($0.cause)" } ?? ""
    tell(id, at: time, "report_ended \(EndReasonName.of(reason))\(words)")
    stamp(id, time, now, "report_ended")
    for action in openActions(of: id) {
      guard let entry = actions[action] else { continue }
      note(.openAtEnd, "report_ended came while \(entry.function) of the same call was not completed")
      actions[action]?.state = .failed(Fault(code: HSW_E_CANCELLED))
    }
    calls[id]?.stage = .ended
    calls[id]?.endReason = reason
    calls[id]?.endFault = fault
    return HSW_OK
  }

  mutating func actionDone(_ id: UInt64, _ fault: Fault?) -> hsw_status {
    guard let entry = actions[id] else {
      note(.unknownAction, "action_done named the action \(id), which does not exist")
      return HSW_E_STALE
    }
    actions[id]?.words += 1
    switch entry.state {
    case .open:
      settle(id, entry, fault.map { .failed($0) } ?? .done)
      return HSW_OK
    case .cancelled: note(.staleWord, "action_done came for \(entry.function) after its cancel")
    case .forgotten: note(.afterReset, "action_done came for \(entry.function) after a reset")
    case .failed(let fault) where fault.code == HSW_E_CANCELLED && entry.words == 0:
      note(.secondWord, "action_done came for \(entry.function) after its call had ended")
    case .done, .failed: note(.secondWord, "action_done came a second time for \(entry.function)")
    case .refused: note(.secondWord, "action_done came for \(entry.function), which had been refused")
    }
    return HSW_E_STALE
  }

  mutating func deactivated() -> hsw_status {
    deactivations += 1
    guard phase == .draining else {
      note(.phase, "deactivated came while the instance was \(phase.rawValue)")
      return HSW_E_STATE
    }
    phase = .initialised
    return HSW_OK
  }

  /// Returns the status that refuses a report on the call, with the breach noted; nil if the report is allowed.
  private mutating func unspeakable(_ id: UInt64, _ function: String) -> hsw_status? {
    guard let call = calls[id] else {
      note(.unknownCall, "\(function) named 0x\(String(id, radix: 16)), which is not a call")
      return HSW_E_NOCALL
    }
    switch call.stage {
    case .ended: note(.afterEnded, "\(function) came after report_ended of \(CallRef(id: id))")
    case .forgotten: note(.afterReset, "\(function) came for \(CallRef(id: id)) after a reset")
    // In its process the call was taken, and the host has ended it there.
    case .void where isApart && call.isIncoming: break
    case .void: note(.unknownCall, "\(function) named \(CallRef(id: id)), which was refused, failed or cancelled")
    case .starting:
      note(.stateOrder, "\(function) came for \(CallRef(id: id)) before its start was completed")
      return HSW_E_STATE
    case .dialing, .incoming, .active, .held: return nil
    }
    return HSW_E_NOCALL
  }

  private mutating func stamp(_ id: UInt64, _ time: UInt64, _ now: UInt64, _ function: String) {
    record(function, time)
    if time > now { note(.time, "\(function) gave a time \(time - now) ns in the future") }
    let last = calls[id]?.lastTime ?? 0
    if time < last { note(.time, "\(function) gave a time \(last - time) ns before the one before it") }
    calls[id]?.lastTime = max(last, time)
  }
}

extension Ledger {
  /// Notes the flaws of an error that came with a report.
  mutating func take(_ read: (fault: Fault, sizeFlaw: String?, flaws: [String])?) {
    guard let read else { return }
    if let flaw = read.sizeFlaw { note(.size, flaw) }
    for flaw in read.flaws { note(.text, flaw) }
    if !read.fault.stray.isEmpty { noteStray(read.fault.stray) }
  }

  /// Notes the flaws of an info that came with a report.
  mutating func take(_ info: ForeignCallInfo) {
    if let flaw = info.sizeFlaw { note(.size, flaw) }
    for flaw in info.flaws { note(.text, flaw) }
    if let stray = info.stray { noteStray(stray) }
  }
}
