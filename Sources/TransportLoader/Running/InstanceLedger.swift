internal import TransportABI

/// The ledger of one instance: its calls and actions, and the messages that are not yet passed on.
///
/// A pure value behind the instance's lock. It checks the transport's messages against the contract (the core checks the rules between
/// calls); a message that breaks the contract is counted, answered with an error and dropped.
struct InstanceLedger: Sendable {
  /// The state of a call.
  struct Call: Equatable, Sendable {
    enum Stage: Equatable, Sendable {
      case starting, dialing, ringing, active, held
    }

    var stage: Stage
    /// The number of its actions that are not completed.
    var pending = 0
  }

  /// The effect of an action on its call.
  enum Effect: Equatable, Sendable {
    case start, answer, end, hold(Bool), transfer, other
  }

  private struct Action {
    var call: UInt64
    var effect: Effect
    var wasDelivered = false
    var isCancelled = false
  }

  var phase = InstancePhase.unborn
  /// True after close was requested: no call begins any more.
  var isClosing = false
  var words: [TransportWord] = []
  var misbehaviour = TransportMisbehaviour()
  /// True once the transport has reported its line's state; otherwise the line is ready on activation.
  var hasSaidLine = false
  private(set) var calls = HandleMap<Call>()
  private var actions = HandleMap<Action>()
  private var endedCalls = RecentHandles()
  private var givenUp = RecentHandles()
  private var lastCall: UInt64 = 0
  private var lastAction: UInt64 = 0

  // MARK: the host's side

  mutating func mintCall() -> CallHandle {
    lastCall += 1
    return CallHandle(rawValue: lastCall)
  }

  mutating func mintAction() -> ActionHandle {
    lastAction += 1
    return ActionHandle(rawValue: lastAction)
  }

  /// Records an action before it is sent; false when it cannot be sent now, and its failure was added to the messages.
  mutating func book(_ action: ActionHandle, call: CallHandle, _ effect: Effect) -> Bool {
    guard phase == .active || phase == .draining, !isClosing || effect != .start else {
      words.append(.completed(action, TransportFault(code: HSW_E_STATE)))
      return false
    }
    if effect == .start {
      calls[call.rawValue] = Call(stage: .starting)
    } else if call != .none, calls[call.rawValue] == nil {
      // The call ended while the request was on its way: the transport would fail it with the same code.
      words.append(.completed(action, TransportFault(code: HSW_E_NOCALL)))
      return false
    }
    actions[action.rawValue] = Action(call: call.rawValue, effect: effect)
    calls[call.rawValue]?.pending += 1
    return true
  }

  /// Returns true when a recorded action is still wanted on its turn.
  mutating func deliver(_ action: ActionHandle) -> Bool {
    guard let entry = actions[action.rawValue], !entry.isCancelled else { return false }
    if entry.effect != .start, entry.call != 0, calls[entry.call] == nil {
      complete(action.rawValue, entry, TransportFault(code: HSW_E_NOCALL))
      return false
    }
    actions[action.rawValue]?.wasDelivered = true
    return true
  }

  /// Gives an action up; a later completion is stale.
  ///
  /// Returns false when it was completed already.
  mutating func cancel(_ action: ActionHandle) -> Bool {
    guard actions[action.rawValue] != nil else { return false }
    actions[action.rawValue]?.isCancelled = true
    return true
  }

  /// Removes a cancelled action; true when the transport has received it and must be told of the cancellation.
  mutating func forgetCancelled(_ action: ActionHandle) -> Bool {
    guard let entry = actions.removeValue(forKey: action.rawValue) else { return false }
    givenUp.insert(action.rawValue)
    calls[entry.call]?.pending -= 1
    if entry.effect == .start { endCall(entry.call) }
    return entry.wasDelivered
  }

  /// Handles the return value of a function that carries an action.
  mutating func returned(_ status: hsw_status, for action: ActionHandle) {
    guard let entry = actions[action.rawValue] else {
      // It was completed inside the function: any status but PENDING completes it twice, unless a reset or a loss came in between.
      if status != HSW_PENDING, phase.canSpeak, !givenUp.contains(action.rawValue) { misbehaviour.double += 1 }
      return
    }
    guard status != HSW_PENDING, !entry.isCancelled else { return }
    if status > HSW_PENDING { misbehaviour.malformed += 1 }
    complete(action.rawValue, entry, status == HSW_OK ? nil : TransportFault(code: status > 0 ? HSW_E_RANGE : status))
  }

  /// Removes every call and action.
  mutating func forgetAll() {
    for (call, _) in calls.sorted { endedCalls.insert(call) }
    for (action, _) in actions.sorted { givenUp.insert(action) }
    calls.removeAll()
    actions.removeAll()
  }

  private mutating func complete(_ action: UInt64, _ entry: Action, _ fault: TransportFault?) {
    actions[action] = nil
    words.append(.completed(ActionHandle(rawValue: action), fault))
    calls[entry.call]?.pending -= 1
    switch (entry.effect, fault) {
    case (.start, nil): calls[entry.call]?.stage = .dialing
    case (.start, .some): endCall(entry.call)
    case (.answer, nil): calls[entry.call]?.stage = .active
    case (.hold(let on), nil): calls[entry.call]?.stage = on ? .held : .active
    case (.answer, .some), (.hold, .some), (.end, _), (.transfer, _), (.other, _): break
    }
  }

  private mutating func endCall(_ call: UInt64) {
    if calls.removeValue(forKey: call) != nil { endedCalls.insert(call) }
  }

  // MARK: the transport's side

  mutating func actionDone(_ action: hsw_action, _ fault: TransportFault?) -> hsw_status {
    guard phase.canSpeak else { return outOfOrder() }
    guard let entry = actions[action.id], !entry.isCancelled, entry.wasDelivered else {
      if actions[action.id]?.isCancelled == true || givenUp.contains(action.id) {
        misbehaviour.stale += 1
      } else if action.id > 0, action.id <= lastAction, actions[action.id] == nil {
        misbehaviour.double += 1
      } else {
        misbehaviour.strange += 1
      }
      return HSW_E_STALE
    }
    complete(action.id, entry, fault)
    return HSW_OK
  }

  mutating func incoming(_ call: hsw_call, _ info: TransportCallInfo, at time: UInt64) -> hsw_status {
    guard phase == .active else { return outOfOrder() }
    guard call.id >> 63 == 1, calls[call.id] == nil, !endedCalls.contains(call.id) else {
      misbehaviour.strange += 1
      return HSW_E_INVAL
    }
    calls[call.id] = Call(stage: .ringing)
    words.append(.incoming(CallHandle(rawValue: call.id), info, at: time))
    return HSW_OK
  }

  mutating func updated(_ call: hsw_call, _ info: TransportCallInfo, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard entry.stage != .starting else { return outOfOrder() }
    words.append(.updated(CallHandle(rawValue: call.id), info, at: time))
    return HSW_OK
  }

  mutating func progress(_ call: hsw_call, _ code: hsw_call_state, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard let progress = TransportWord.Progress(rawValue: code) else {
      misbehaviour.malformed += 1
      return HSW_E_RANGE
    }
    let isUp = entry.stage == .active || entry.stage == .held
    switch progress {
    case .connecting, .ringing, .earlyMedia:
      guard entry.stage == .dialing else { return outOfOrder() }
    case .active:
      guard entry.stage != .starting else { return outOfOrder() }
      calls[call.id]?.stage = .active
    case .held:
      guard isUp else { return outOfOrder() }
      calls[call.id]?.stage = .held
    case .heldRemotely, .resumedRemotely, .mediaTimeout, .mediaResumed:
      guard isUp else { return outOfOrder() }
    }
    words.append(.progress(CallHandle(rawValue: call.id), progress, at: time))
    return HSW_OK
  }

  mutating func dtmf(_ call: hsw_call, _ digits: String, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard entry.stage != .starting else { return outOfOrder() }
    words.append(.dtmf(CallHandle(rawValue: call.id), digits, at: time))
    return HSW_OK
  }

  mutating func transferProgress(_ action: hsw_action, native: Int32, _ text: String, at time: UInt64) -> hsw_status {
    guard phase.canSpeak else { return outOfOrder() }
    guard let entry = actions[action.id], entry.effect == .transfer, entry.wasDelivered, !entry.isCancelled else {
      if givenUp.contains(action.id) { misbehaviour.stale += 1 } else { misbehaviour.strange += 1 }
      return HSW_E_STALE
    }
    words.append(.transferProgress(CallHandle(rawValue: entry.call), native: native, text, at: time))
    return HSW_OK
  }

  mutating func transferRequested(_ call: hsw_call, _ info: TransportCallInfo, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard entry.stage == .active || entry.stage == .held else { return outOfOrder() }
    words.append(.transferRequested(CallHandle(rawValue: call.id), info, at: time))
    return HSW_OK
  }

  mutating func ended(_ call: hsw_call, _ code: hsw_end_reason, _ fault: TransportFault?, at time: UInt64) -> hsw_status {
    guard let entry = calls[call.id], phase.canSpeak else { return unknown(call) }
    guard entry.stage != .starting else { return outOfOrder() }
    if entry.pending > 0 { cancelActions(of: call.id) }
    endCall(call.id)
    words.append(.ended(CallHandle(rawValue: call.id), TransportWord.End(rawValue: code) ?? .failed, fault, at: time))
    return HSW_OK
  }

  /// Completes a call's open actions, as the transport should have; those that it has not received do not count as its error.
  private mutating func cancelActions(of call: UInt64) {
    for (action, entry) in actions.sorted where entry.call == call && !entry.isCancelled {
      if entry.wasDelivered { misbehaviour.outOfOrder += 1 }
      complete(action, entry, TransportFault(code: HSW_E_CANCELLED))
      givenUp.insert(action)
    }
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
}
