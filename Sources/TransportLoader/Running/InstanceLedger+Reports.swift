internal import CallControl
internal import TransportABI

// The transport's side: its reports, checked against the contract.
extension InstanceLedger {
  mutating func actionDone(_ action: hsw_action, _ fault: TransportFault?) -> hsw_status {
    guard phase.canSpeak else { return outOfOrder() }
    guard let entry = actions[action.id], !entry.isCancelled, entry.wasDelivered else {
      if actions[action.id]?.isCancelled == true || givenUp.contains(action.id) {
        misbehaviour.stale += 1
      } else if action.id > 0, action.id <= lastAction, !actions.contains(action.id) {
        misbehaviour.double += 1
      } else {
        misbehaviour.strange += 1
      }
      return HSW_E_STALE
    }
    complete(action.id, entry, fault)
    return HSW_OK
  }

  /// - Parameter id: the core's id for the call, not used before.
  mutating func incoming(_ call: hsw_call, as id: CallID, _ info: TransportCallInfo, at time: UInt64) -> hsw_status {
    guard phase == .active else { return outOfOrder() }
    guard call.id >> 63 == 1, !calls.contains(call.id), !endedCalls.contains(call.id) else {
      misbehaviour.strange += 1
      return HSW_E_INVAL
    }
    guard room.pressure(words.count) < .half else { return HSW_E_BUSY }
    let entry = Call(id: id, stage: .incoming)
    add(CallHandle(rawValue: call.id), entry)
    words.append(.incoming(named(call, entry), info, replaces: calls[info.replaces.rawValue]?.id, at: time))
    return HSW_OK
  }

  mutating func updated(_ call: hsw_call, _ info: TransportCallInfo, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard entry.stage != .starting else { return outOfOrder() }
    words.append(.updated(named(call, entry), info, at: time))
    return HSW_OK
  }

  mutating func progress(_ call: hsw_call, _ code: hsw_call_state, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard let progress = TransportWord.Progress(rawValue: code) else {
      misbehaviour.malformed += 1
      return HSW_E_RANGE
    }
    let report: CallReport?
    switch progress {
    case .connecting, .ringing:
      guard entry.stage == .dialing || entry.stage == .connecting else { return outOfOrder() }
      report = entry.stage == .dialing ? .startedConnecting : nil
      calls[call.id]?.stage = .connecting
    case .earlyMedia:
      guard entry.stage == .dialing || entry.stage == .connecting else { return outOfOrder() }
      report = .earlyMedia
    case .active:
      guard entry.stage != .starting else { return outOfOrder() }
      report = entry.stage == .active ? nil : entry.stage == .held ? .resumed : .connected
      calls[call.id]?.stage = .active
    case .held:
      guard entry.isUp else { return outOfOrder() }
      report = .held
      calls[call.id]?.stage = .held
    case .heldRemotely, .resumedRemotely, .mediaTimeout, .mediaResumed:
      guard entry.isUp else { return outOfOrder() }
      report = progress.report
    }
    words.append(.progress(named(call, entry), progress, report, at: time))
    return HSW_OK
  }

  mutating func dtmf(_ call: hsw_call, _ digits: String, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard entry.stage != .starting else { return outOfOrder() }
    words.append(.dtmf(named(call, entry), digits, at: time))
    return HSW_OK
  }

  mutating func transferProgress(_ action: hsw_action, native: Int32, _ text: String, at time: UInt64) -> hsw_status {
    guard phase.canSpeak else { return outOfOrder() }
    guard let entry = actions[action.id], case .transfer = entry.effect, entry.wasDelivered, !entry.isCancelled else {
      if givenUp.contains(action.id) { misbehaviour.stale += 1 } else { misbehaviour.strange += 1 }
      return HSW_E_STALE
    }
    words.append(.transferProgress(named(entry.call), native: native, text, at: time))
    return HSW_OK
  }

  mutating func transferRequested(_ call: hsw_call, _ info: TransportCallInfo, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard entry.isUp else { return outOfOrder() }
    words.append(.transferRequested(named(call, entry), info, at: time))
    return HSW_OK
  }

  mutating func ended(_ call: hsw_call, _ code: hsw_end_reason, _ fault: TransportFault?, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard entry.stage != .starting else { return outOfOrder() }
    let handle = CallHandle(rawValue: call.id)
    if entry.pending > 0 { cancelActions(of: handle) }
    // Named only now: one of these actions may have been the host's own end.
    let name = named(handle)
    endCall(handle)
    words.append(.ended(name, TransportWord.End(rawValue: code) ?? .failed, fault, at: time))
    return HSW_OK
  }

  /// Completes a call's open actions, as the transport should have; those that it has not received do not count as its error.
  private mutating func cancelActions(of call: CallHandle) {
    for (action, entry) in actions.sorted where entry.call == call && !entry.isCancelled {
      if entry.wasDelivered { misbehaviour.outOfOrder += 1 }
      complete(action, entry, TransportFault(.cancelled))
      givenUp.insert(action)
    }
  }

  /// Adds a message of a network protocol, for traces.
  mutating func wire(_ call: hsw_call, _ isOutgoing: Bool, protocol name: String, _ text: String, at time: UInt64) -> hsw_status {
    // Whoever reads a trace wants the id even when the host knows that the call is over.
    let call = TransportWord.Call(handle: CallHandle(rawValue: call.id), id: calls[call.id]?.id)
    guard room.admitsMessage(words.count) else { return HSW_OK }
    words.append(.wire(call, at: time, isOutgoing: isOutgoing, protocol: name, text: text))
    return HSW_OK
  }

  mutating func log(level: UInt32, topic: String, _ message: String) -> hsw_status {
    // Level 0 is no level of the contract: it counts as an error.
    if room.admitsMessage(words.count) {
      words.append(.log(level: max(level, UInt32(HSW_LOG_ERROR)), topic: topic, message: message))
    }
    return HSW_OK
  }

  mutating func outOfOrder() -> hsw_status {
    misbehaviour.outOfOrder += 1
    return HSW_E_STATE
  }

  /// Counts a message that uses a flag or value that the host does not know.
  mutating func refused(_ status: hsw_status) -> hsw_status {
    misbehaviour.malformed += 1
    return status
  }

  mutating func malformed() -> hsw_status {
    misbehaviour.malformed += 1
    return HSW_E_INVAL
  }

  private mutating func unknown(_ call: hsw_call) -> hsw_status {
    guard phase.canSpeak else { return outOfOrder() }
    if endedCalls.contains(call.id) { misbehaviour.stale += 1 } else { misbehaviour.strange += 1 }
    return HSW_E_NOCALL
  }

  private func named(_ call: hsw_call, _ entry: Call) -> TransportWord.Call {
    TransportWord.Call(handle: CallHandle(rawValue: call.id), id: entry.isOver ? nil : entry.id)
  }

  private func named(_ call: CallHandle) -> TransportWord.Call {
    guard let entry = calls[call.rawValue] else { return TransportWord.Call(handle: call, id: nil) }
    return named(hsw_call(id: call.rawValue), entry)
  }
}

extension TransportWord.Progress {
  /// The core's report of a change that needs no comparison with the call's stage; nil for the others.
  fileprivate var report: CallReport? {
    switch self {
    case .heldRemotely: .remotelyHeld
    case .resumedRemotely: .remotelyResumed
    case .mediaTimeout: .mediaTimeout
    case .mediaResumed: .mediaResumed
    case .connecting, .ringing, .earlyMedia, .active, .held: nil
    }
  }
}
