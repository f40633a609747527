internal import CConformance
internal import TransportABI

// The C functions of hsw_host. Their context is never freed.

typealias HostPointer = UnsafeMutableRawPointer?

func harnessHost(_ context: HostPointer) -> HarnessHost {
  // The host's own work must not count as the plugin's.
  hookswitch_watch_look_away()
  guard let context else { hookswitch_fault_blame_plugin("the plugin called a host function with NULL in place of hsw_host.ctx") }
  guard let host = HarnessHost.known(context) else {
    hookswitch_fault_blame_plugin("the plugin called a host function with another address in place of hsw_host.ctx")
  }
  return host
}

func harnessGetExtension(_ context: HostPointer, _ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
  let host = harnessHost(context)
  let id = ForeignMemory.characters(id)
  var table: UnsafeRawPointer?
  _ = host.enter(.getExtension, host.crossing(.getExtension, id)) {
    table = host.table(of: id)
    return HSW_OK
  }
  return table
}

func harnessReportProvider(_ context: HostPointer, _ provider: UnsafePointer<hsw_provider>) -> hsw_status {
  let host = harnessHost(context)
  let (limits, flaw) = ForeignStruct.read(provider, zero: hsw_provider(), "the hsw_provider of report_provider")
  let name = ForeignText.read(limits.name, "the name of report_provider")
  return host.enter(.reportProvider, host.crossing(.reportProvider, "max_calls \(limits.max_calls)")) {
    host.book { ledger in
      if let flaw { ledger.note(.size, flaw) }
      if let flaw = name.flaw { ledger.note(.text, flaw) }
      if let stray = StrayBits.words("the hsw_provider", flags: limits.flags, reserved: limits.reserved) { ledger.noteStray(stray) }
      for list in [(limits.handle_kinds, limits.n_handle_kinds), (limits.emergency, limits.n_emergency)] {
        guard let start = list.0 else { continue }
        for index in 0..<Int(min(list.1, 64)) {
          if let flaw = ForeignText.read(ForeignMemory.load(start + index, as: hsw_str.self), "a list of report_provider").flaw {
            ledger.note(.text, flaw)
          }
        }
      }
      ledger.tell(0, "report_provider \(name.text), \(limits.max_calls) calls")
      ledger.maxCalls = limits.max_calls
      ledger.providerName = name.text
      ledger.handleKinds = (0..<Int(min(limits.n_handle_kinds, 64))).compactMap { index in
        limits.handle_kinds.map { ForeignText.read(ForeignMemory.load($0 + index, as: hsw_str.self), "a kind of handle").text }
      }
      return HSW_OK
    }
  }
}

func harnessReportLine(_ context: HostPointer, _ line: UInt32, _ retry: UInt32, _ error: UnsafePointer<hsw_error>?) -> hsw_status {
  let host = harnessHost(context)
  let fault = error.map { Fault.read($0, "report_line") }
  return host.enter(.reportLine, host.crossing(.reportLine, "line \(line)")) {
    host.book { ledger in
      ledger.take(fault)
      guard (HSW_LINE_READY...HSW_LINE_DOWN).contains(line) else {
        ledger.note(.code, "report_line gave \(line), which is not a state of a line")
        return HSW_E_RANGE
      }
      ledger.lines.append((line, retry, fault?.fault))
      ledger.tell(0, "report_line \(line)")
      return HSW_OK
    }
  }
}

func harnessReportReset(_ context: HostPointer, _ error: UnsafePointer<hsw_error>?) -> hsw_status {
  let host = harnessHost(context)
  let fault = error.map { Fault.read($0, "report_reset") }
  return host.enter(.reportReset, host.crossing(.reportReset)) {
    host.book { ledger in
      ledger.take(fault)
      ledger.resets += 1
      ledger.tell(0, "report_reset")
      ledger.forgetAll()
      return HSW_OK
    }
  }
}

func harnessReportIncoming(_ context: HostPointer, _ call: hsw_call, _ time: UInt64, _ info: UnsafePointer<hsw_call_info>) -> hsw_status {
  let host = harnessHost(context)
  let info = ForeignCallInfo(info, "report_incoming")
  return host.enter(.reportIncoming, host.crossing(.reportIncoming, call: call.id, "from \(info.handleKind):\(info.handle)")) {
    let now = host.loop.now
    return host.book { ledger in
      ledger.take(info)
      return ledger.incoming(call.id, info, at: time, now: now)
    }
  }
}

func harnessReportUpdate(_ context: HostPointer, _ call: hsw_call, _ time: UInt64, _ info: UnsafePointer<hsw_call_info>) -> hsw_status {
  let host = harnessHost(context)
  let info = ForeignCallInfo(info, "report_update")
  return host.enter(.reportUpdate, host.crossing(.reportUpdate, call: call.id)) {
    let now = host.loop.now
    return host.book { ledger in
      ledger.take(info)
      return ledger.updated(call.id, info, at: time, now: now)
    }
  }
}

func harnessReportState(_ context: HostPointer, _ call: hsw_call, _ time: UInt64, _ state: hsw_call_state) -> hsw_status {
  let host = harnessHost(context)
  return host.enter(.reportState, host.crossing(.reportState, call: call.id, CallStateName.of(state))) {
    let now = host.loop.now
    return host.book { $0.state(call.id, state, at: time, now: now) }
  }
}

func harnessReportDTMF(_ context: HostPointer, _ call: hsw_call, _ time: UInt64, _ digits: hsw_str) -> hsw_status {
  let host = harnessHost(context)
  let (digits, flaw) = ForeignText.read(digits, "the digits of report_dtmf")
  return host.enter(.reportDTMF, host.crossing(.reportDTMF, call: call.id, digits)) {
    let now = host.loop.now
    return host.book { ledger in
      if let flaw { ledger.note(.text, flaw) }
      return ledger.heard(call.id, digits, at: time, now: now)
    }
  }
}

func harnessReportEnded(
  _ context: HostPointer, _ call: hsw_call, _ time: UInt64, _ reason: hsw_end_reason, _ error: UnsafePointer<hsw_error>?
) -> hsw_status {
  let host = harnessHost(context)
  let fault = error.map { Fault.read($0, "report_ended") }
  return host.enter(.reportEnded, host.crossing(.reportEnded, call: call.id, "reason \(reason)")) {
    let now = host.loop.now
    return host.book { ledger in
      ledger.take(fault)
      return ledger.ended(call.id, reason, fault?.fault, at: time, now: now)
    }
  }
}

func harnessActionDone(_ context: HostPointer, _ action: hsw_action, _ time: UInt64, _ error: UnsafePointer<hsw_error>?) -> hsw_status {
  let host = harnessHost(context)
  let fault = error.map { Fault.read($0, "action_done") }
  let detail = fault.map { "failed: \(StatusName.of($0.fault.code))" } ?? "done"
  return host.enter(.actionDone, host.crossing(.actionDone, action: action.id, detail)) {
    let now = host.loop.now
    return host.book { ledger in
      ledger.take(fault)
      ledger.record("action_done", time)
      if time > now { ledger.note(.time, "action_done gave a time \(time - now) ns in the future") }
      return ledger.actionDone(action.id, fault?.fault)
    }
  }
}

func harnessDeactivated(_ context: HostPointer) -> hsw_status {
  let host = harnessHost(context)
  return host.enter(.deactivated, host.crossing(.deactivated)) { host.book { $0.deactivated() } }
}

func harnessPost(
  _ context: HostPointer, _ function: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ argument: UnsafeMutableRawPointer?
) -> hsw_status {
  let host = harnessHost(context)
  let function = ExecutorProcess.reach(function)
  return host.enter(.post, host.crossing(.post)) {
    host.loop.post(PostedWork(owner: host) { host.callBack("posted function") { function(argument) } })
    return HSW_OK
  }
}

func harnessRequestRestart(_ context: HostPointer, _ why: hsw_str) -> hsw_status {
  let host = harnessHost(context)
  let (why, flaw) = ForeignText.read(why, "the sentence of request_restart")
  return host.enter(.requestRestart, host.crossing(.requestRestart, why)) {
    host.book { ledger in
      if let flaw { ledger.note(.text, flaw) }
      ledger.restarts.append(why)
      return HSW_OK
    }
  }
}
