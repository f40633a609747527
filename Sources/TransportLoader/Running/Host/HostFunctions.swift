internal import CMediaThread
internal import CallControl
internal import TransportABI

// The host's C functions. Their context is never freed; once its instance is gone they return HSW_E_STATE.

@inline(__always)
func withHost<Result>(_ context: UnsafeMutableRawPointer?, else failure: Result, _ body: (any HostFace) -> Result) -> Result {
  guard let context, let instance = Unmanaged<HostContext>.fromOpaque(context)._withUnsafeGuaranteedRef({ $0.instance }) else {
    return failure
  }
  return body(instance)
}

func hostGetExtension(_ context: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
  withHost(context, else: nil) { $0.canSpeak ? HostTables.table(of: id) : nil }
}

func hostReportProvider(_ context: UnsafeMutableRawPointer?, _ provider: UnsafePointer<hsw_provider>) -> hsw_status {
  let limits = TransportLimits(provider)
  return withHost(context, else: HSW_E_STATE) { instance in
    instance.say { ledger in
      guard let limits else { return ledger.malformed() }
      ledger.words.append(.limits(limits))
      return HSW_OK
    }
  }
}

func hostReportLine(
  _ context: UnsafeMutableRawPointer?, _ line: UInt32, _ retry: UInt32, _ error: UnsafePointer<hsw_error>?
) -> hsw_status {
  let fault = error.map { TransportFault($0) }
  return withHost(context, else: HSW_E_STATE) { instance in
    instance.say { ledger in
      guard let state = TransportWord.LineState(rawValue: line) else {
        _ = ledger.malformed()
        return HSW_E_RANGE
      }
      ledger.hasSaidLine = true
      ledger.words.append(.line(state, retryAfterMilliseconds: retry, fault))
      return HSW_OK
    }
  }
}

func hostReportReset(_ context: UnsafeMutableRawPointer?, _ error: UnsafePointer<hsw_error>?) -> hsw_status {
  let fault = error.map { TransportFault($0) }
  return withHost(context, else: HSW_E_STATE) { instance in
    instance.say { ledger in
      ledger.forgetAll(TransportFault(.cancelled, "it was reset"))
      ledger.words.append(.reset(fault))
      return HSW_OK
    }
  }
}

func hostReportIncoming(
  _ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ time: UInt64, _ info: UnsafePointer<hsw_call_info>
) -> hsw_status {
  let info = TransportCallInfo(info)
  return withHost(context, else: HSW_E_STATE) { instance in
    let id = info.map { instance.newCall($0) } ?? .fresh()
    return instance.say { ledger in
      guard let info else { return ledger.malformed() }
      if let refusal = info.refusal { return ledger.refused(refusal) }
      return ledger.incoming(call, as: id, info, at: time)
    }
  }
}

func hostReportUpdate(
  _ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ time: UInt64, _ info: UnsafePointer<hsw_call_info>
) -> hsw_status {
  let info = TransportCallInfo(info)
  return withHost(context, else: HSW_E_STATE) { instance in
    instance.say { ledger in
      guard let info else { return ledger.malformed() }
      if let refusal = info.refusal { return ledger.refused(refusal) }
      return ledger.updated(call, info, at: time)
    }
  }
}

func hostReportState(_ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ time: UInt64, _ state: hsw_call_state) -> hsw_status {
  withHost(context, else: HSW_E_STATE) { instance in instance.say { $0.progress(call, state, at: time) } }
}

func hostReportDTMF(_ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ time: UInt64, _ digits: hsw_str) -> hsw_status {
  let digits = BorrowedText.read(digits)
  return withHost(context, else: HSW_E_STATE) { instance in
    instance.say { ledger in
      guard let digits, digits.utf8.allSatisfy(isDTMF) else { return ledger.malformed() }
      return ledger.dtmf(call, digits, at: time)
    }
  }
}

private func isDTMF(_ character: UInt8) -> Bool {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "*"), UInt8(ascii: "#"): true
  default: false
  }
}

func hostReportEnded(
  _ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ time: UInt64, _ reason: hsw_end_reason, _ error: UnsafePointer<hsw_error>?
) -> hsw_status {
  let fault = error.map { TransportFault($0) }
  return withHost(context, else: HSW_E_STATE) { instance in instance.say { $0.ended(call, reason, fault, at: time) } }
}

func hostActionDone(
  _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ time: UInt64, _ error: UnsafePointer<hsw_error>?
) -> hsw_status {
  let fault = error.map { TransportFault($0) }
  return withHost(context, else: HSW_E_STATE) { instance in instance.say { $0.actionDone(action, fault) } }
}

func hostDeactivated(_ context: UnsafeMutableRawPointer?) -> hsw_status {
  withHost(context, else: HSW_E_STATE) { $0.deactivated() }
}

func hostPost(
  _ context: UnsafeMutableRawPointer?, _ function: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ argument: UnsafeMutableRawPointer?
) -> hsw_status {
  withHost(context, else: HSW_E_STATE) { $0.post(function, argument) }
}

func hostRequestRestart(_ context: UnsafeMutableRawPointer?, _ why: hsw_str) -> hsw_status {
  let why = BorrowedText.read(why)
  return withHost(context, else: HSW_E_STATE) { $0.requestRestart(why ?? "") }
}

// MARK: host-loop

func hostAddDescriptor(
  _ context: UnsafeMutableRawPointer?, _ fd: CInt, _ events: UInt32,
  _ callback: @convention(c) (UnsafeMutableRawPointer?, CInt, UInt32) -> Void, _ argument: UnsafeMutableRawPointer?
) -> hsw_status {
  withHost(context, else: HSW_E_STATE) { instance in
    instance.onLoop(evenDying: false) { loop in
      loop.descriptors.add(
        fd, events: events, .init(instance: instance, callback: callback, argument: argument, serial: 0))
    }
  }
}

func hostModifyDescriptor(_ context: UnsafeMutableRawPointer?, _ fd: CInt, _ events: UInt32) -> hsw_status {
  withHost(context, else: HSW_E_STATE) { instance in
    instance.onLoop(evenDying: false) { $0.descriptors.modify(fd, events: events, of: instance) }
  }
}

func hostDeleteDescriptor(_ context: UnsafeMutableRawPointer?, _ fd: CInt) -> hsw_status {
  withHost(context, else: HSW_E_STATE) { instance in
    instance.onLoop(evenDying: true) { $0.descriptors.remove(fd, of: instance) }
  }
}

func hostAddTimer(
  _ context: UnsafeMutableRawPointer?, _ after: UInt64, _ period: UInt64,
  _ callback: @convention(c) (UnsafeMutableRawPointer?, hsw_timer) -> Void, _ argument: UnsafeMutableRawPointer?,
  _ out: UnsafeMutablePointer<hsw_timer>
) -> hsw_status {
  withHost(context, else: HSW_E_STATE) { instance in
    instance.onLoop(evenDying: false) { loop in
      let (time, overflow) = PluginClock.now().addingReportingOverflow(after)
      out.pointee.id = loop.timers.add(at: overflow ? .max : time, period: period, .plugin(instance, callback, argument))
      return HSW_OK
    }
  }
}

func hostDeleteTimer(_ context: UnsafeMutableRawPointer?, _ timer: hsw_timer) -> hsw_status {
  withHost(context, else: HSW_E_STATE) { instance in
    instance.onLoop(evenDying: true) { $0.timers.remove(timer.id, of: instance) ? HSW_OK : HSW_E_STALE }
  }
}

func hostNow(_ context: UnsafeMutableRawPointer?) -> UInt64 { PluginClock.now() }

// MARK: host-log, host-threads

func hostLogEnabled(_ context: UnsafeMutableRawPointer?, _ level: UInt32) -> UInt32 {
  withHost(context, else: 0) { $0.wantsLog(level) || (level == HSW_LOG_TRACE && $0.wantsWire) ? 1 : 0 }
}

func hostLog(_ context: UnsafeMutableRawPointer?, _ level: UInt32, _ topic: hsw_str, _ message: hsw_str) {
  withHost(context, else: ()) { instance in
    guard instance.wantsLog(level) else { return }
    let texts = (BorrowedText.read(topic), BorrowedText.read(message))
    _ = instance.say(evenSilent: true) { ledger in
      guard let topic = texts.0, let message = texts.1 else { return ledger.malformed() }
      return ledger.log(level: level, topic: topic, message)
    }
  }
}

func hostWire(
  _ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ time: UInt64, _ outgoing: UInt32, _ name: hsw_str, _ text: hsw_str
) {
  let texts = (BorrowedText.read(name), BorrowedText.read(text))
  withHost(context, else: ()) { instance in
    _ = instance.say { ledger in
      guard let name = texts.0, let text = texts.1 else { return ledger.malformed() }
      return ledger.wire(call, outgoing != 0, protocol: name, text, at: time)
    }
  }
}

func hostIsLoop(_ context: UnsafeMutableRawPointer?) -> UInt32 {
  withHost(context, else: 0) { $0.isOnLoop ? 1 : 0 }
}

func hostIsMedia(_ context: UnsafeMutableRawPointer?) -> UInt32 { hookswitch_is_media_thread() }
