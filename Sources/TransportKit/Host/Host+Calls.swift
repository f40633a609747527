internal import TransportABI

extension Host {
  /// Serves `calls.start`.
  func start(_ action: hsw_action, _ handle: hsw_call, _ to: UnsafePointer<hsw_call_info>) -> hsw_status {
    guard phase == .active else { return HSW_E_STATE }
    guard action.id != 0, actions[action.id] == nil, handle.id != 0, handle.id & Call.mintedByPlugin == 0 else { return HSW_E_INVAL }
    guard calls[handle.id] == nil else { return HSW_E_STATE }
    guard hasRoom else { return HSW_E_BUSY }
    var info: CallInfo
    do { info = try CallInfo(to) } catch { return error.code.rawValue }
    if info.kind.isEmpty, let own = handleKinds.first { info.kind = own }
    guard !info.handle.isEmpty, handleKinds.contains(info.kind) else { return HSW_E_INVAL }
    calls[handle.id] = CallRecord(stage: .starting, start: action.id)
    return perform(action, about: handle.id, .start) { (action) throws(TransportError) in
      try transport?.start(Call(id: handle.id), to: info, action: action) ?? .done
    }
  }

  /// Serves `calls.answer`.
  func answer(_ action: hsw_action, _ handle: hsw_call) -> hsw_status {
    if let refusal = refusal(of: handle) { return refusal }
    guard calls[handle.id]?.stage == .incoming, calls[handle.id]?.isAnswering == false else { return HSW_E_STATE }
    return perform(action, about: handle.id, .answer) { (action) throws(TransportError) in
      calls[handle.id]?.isAnswering = true
      return try transport?.answer(Call(id: handle.id), action: action) ?? .done
    }
  }

  /// Serves `calls.end`.
  func end(_ action: hsw_action, _ handle: hsw_call, _ why: hsw_end_why) -> hsw_status {
    if let refusal = refusal(of: handle) { return refusal }
    return perform(action, about: handle.id, .end) { (action) throws(TransportError) in
      calls[handle.id]?.isEnding = true
      return try transport?.end(Call(id: handle.id), why: EndWhy(rawValue: why) ?? .hangUp, action: action) ?? .done
    }
  }

  /// Serves `calls.decline`.
  func decline(_ action: hsw_action, _ handle: hsw_call, _ borrowed: UnsafePointer<hsw_decline>) -> hsw_status {
    if let refusal = refusal(of: handle) { return refusal }
    guard calls[handle.id]?.stage == .incoming else { return HSW_E_STATE }
    let decline: Decline
    do { decline = try Decline(borrowed) } catch { return error.code.rawValue }
    return perform(action, about: handle.id, .end) { (action) throws(TransportError) in
      calls[handle.id]?.isEnding = true
      return try transport?.decline(Call(id: handle.id), decline, action: action) ?? .done
    }
  }

  /// Serves `calls.shown`.
  func shown(_ handle: hsw_call) {
    guard isUsable, calls[handle.id]?.stage == .incoming else { return }
    turn = Turn()
    transport?.shown(Call(id: handle.id))
    turn = Turn()
  }

  /// Serves `calls.cancel`.
  func cancel(_ action: hsw_action) {
    guard isUsable, let open = actions.removeValue(forKey: action.id) else { return }
    turn = Turn()
    defer { turn = Turn() }
    let call = open.call == 0 ? nil : Call(id: open.call)
    transport?.cancelled(Action(id: action.id, call: call))
    if open.effect == .start, let call, calls[call.id] != nil {
      calls[call.id]?.isEnding = true
      _ = try? transport?.end(call, why: .hangUp, action: Action(id: 0, call: call))
    }
    gaveUp(open)
  }

  /// The status that refuses a request about this call; nil if it is allowed.
  func refusal(of handle: hsw_call, switch on: UInt32 = 0, mustBeActive: Bool = false) -> hsw_status? {
    guard hasCalls else { return HSW_E_STATE }
    guard let record = calls[handle.id], !record.isEnding else { return HSW_E_NOCALL }
    guard on <= 1 else { return HSW_E_RANGE }
    return mustBeActive && !record.isUp ? HSW_E_STATE : nil
  }
}
