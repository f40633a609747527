internal import CConformance
internal import TransportABI

// The C functions of the host's extensions.

func harnessAddFD(
  _ context: HostPointer, _ fd: CInt, _ events: UInt32, _ callback: @convention(c) (UnsafeMutableRawPointer?, CInt, UInt32) -> Void,
  _ argument: UnsafeMutableRawPointer?
) -> hsw_status {
  let host = harnessHost(context)
  let callback = ExecutorProcess.reach(callback)
  return host.enter(.addFD, host.crossing(.addFD, "fd \(fd)")) {
    host.loop.descriptors.add(fd, .init(owner: host, callback: callback, argument: argument, events: events))
  }
}

func harnessModFD(_ context: HostPointer, _ fd: CInt, _ events: UInt32) -> hsw_status {
  let host = harnessHost(context)
  return host.enter(.modFD, host.crossing(.modFD, "fd \(fd)")) { host.loop.descriptors.modify(fd, events, of: host) }
}

func harnessDelFD(_ context: HostPointer, _ fd: CInt) -> hsw_status {
  let host = harnessHost(context)
  return host.enter(.delFD, host.crossing(.delFD, "fd \(fd)")) {
    if host.loop.descriptors.isClosed(fd, of: host) {
      host.book { $0.note(.closedWatch, "host-loop.del_fd came for the descriptor \(fd) after its close, should come before") }
    }
    return host.loop.descriptors.remove(fd, of: host)
  }
}

func harnessAddTimer(
  _ context: HostPointer, _ after: UInt64, _ period: UInt64, _ callback: @convention(c) (UnsafeMutableRawPointer?, hsw_timer) -> Void,
  _ argument: UnsafeMutableRawPointer?, _ out: UnsafeMutablePointer<hsw_timer>
) -> hsw_status {
  let host = harnessHost(context)
  return host.enter(.addTimer, host.crossing(.addTimer, "after \(after / 1_000_000) ms" + (period > 0 ? ", periodic" : ""))) {
    let (due, overflow) = host.loop.now.addingReportingOverflow(after)
    let id = host.loop.timers.add(
      .init(owner: host, callback: ExecutorProcess.reach(callback), argument: argument, due: overflow ? .max : due, period: period))
    withUnsafeBytes(of: hsw_timer(id: id)) { ForeignMemory.write($0, to: out) }
    return HSW_OK
  }
}

func harnessDelTimer(_ context: HostPointer, _ timer: hsw_timer) -> hsw_status {
  let host = harnessHost(context)
  return host.enter(.delTimer, host.crossing(.delTimer)) { host.loop.timers.remove(timer.id, of: host) ? HSW_OK : HSW_E_STALE }
}

func harnessNow(_ context: HostPointer) -> UInt64 {
  defer { hookswitch_watch_look_back() }
  let host = harnessHost(context)
  _ = host.admit(.now)
  return host.loop.now
}

func harnessLogEnabled(_ context: HostPointer, _ level: UInt32) -> UInt32 {
  defer { hookswitch_watch_look_back() }
  return harnessHost(context).admit(.logEnabled) ? 1 : 0
}

func harnessLog(_ context: HostPointer, _ level: UInt32, _ topic: hsw_str, _ message: hsw_str) {
  hookswitch_watch_note_log()
  let host = harnessHost(context)
  let texts = (ForeignText.read(topic, "the topic of log"), ForeignText.read(message, "the message of log"))
  _ = host.enter(.log, host.crossing(.log, texts.1.text)) {
    host.book { ledger in
      for flaw in [texts.0.flaw, texts.1.flaw].compactMap({ $0 }) { ledger.note(.text, flaw) }
      if ledger.log.count < 10_000 { ledger.log.append("\(texts.0.text): \(texts.1.text)") }
      return HSW_OK
    }
  }
}

func harnessWire(
  _ context: HostPointer, _ call: hsw_call, _ time: UInt64, _ outgoing: UInt32, _ name: hsw_str, _ text: hsw_str
) {
  hookswitch_watch_note_log()
  let host = harnessHost(context)
  let texts = (ForeignText.read(name, "the protocol of wire"), ForeignText.read(text, "the text of wire"))
  _ = host.enter(.wire, host.crossing(.wire, call: call.id, texts.0.text)) {
    host.book { ledger in
      for flaw in [texts.0.flaw, texts.1.flaw].compactMap({ $0 }) { ledger.note(.text, flaw) }
      if ledger.log.count < 10_000 { ledger.log.append("\(texts.0.text): \(texts.1.text)") }
      return HSW_OK
    }
  }
}

func harnessIsLoop(_ context: HostPointer) -> UInt32 {
  defer { hookswitch_watch_look_back() }
  let host = harnessHost(context)
  return host.admit(.isLoop) && host.loop.isCurrent ? 1 : 0
}

func harnessIsMedia(_ context: HostPointer) -> UInt32 {
  defer { hookswitch_watch_look_back() }
  let host = harnessHost(context)
  return host.admit(.isMedia) && host.loop.isOnMedia ? 1 : 0
}

func harnessTransferProgress(_ context: HostPointer, _ action: hsw_action, _ time: UInt64, _ native: Int32, _ text: hsw_str) -> hsw_status {
  let host = harnessHost(context)
  let (text, flaw) = ForeignText.read(text, "the text of report_progress")
  return host.enter(.transferProgress, host.crossing(.transferProgress, action: action.id, "\(native) \(text)")) {
    host.book { ledger in
      if let flaw { ledger.note(.text, flaw) }
      guard ledger.actions[action.id]?.state == .open else {
        ledger.note(.unknownAction, "report_progress named the action \(action.id), which is not open")
        return HSW_E_STALE
      }
      ledger.record("report_progress", time)
      ledger.tell(ledger.actions[action.id]?.call ?? 0, at: time, "report_progress \(native)")
      ledger.transferProgress += 1
      return HSW_OK
    }
  }
}

func harnessTransferRequest(_ context: HostPointer, _ call: hsw_call, _ time: UInt64, _ to: UnsafePointer<hsw_call_info>) -> hsw_status {
  let host = harnessHost(context)
  let info = ForeignCallInfo(to, "report_request")
  return host.enter(.transferRequest, host.crossing(.transferRequest, call: call.id, "to \(info.handleKind):\(info.handle)")) {
    host.book { ledger in
      ledger.take(info)
      guard ledger.calls[call.id]?.isUp == true else {
        ledger.note(.unknownCall, "report_request named a call that is not up")
        return HSW_E_NOCALL
      }
      ledger.record("report_request", time)
      ledger.tell(call.id, at: time, "report_request \(info.words)")
      ledger.transferRequests.append((call.id, info.handleKind, info.handle))
      return HSW_OK
    }
  }
}

func harnessGetSecret(
  _ context: HostPointer, _ key: hsw_str, _ callback: @convention(c) (UnsafeMutableRawPointer?, hsw_status, hsw_str) -> Void,
  _ argument: UnsafeMutableRawPointer?
) -> hsw_status {
  let host = harnessHost(context)
  let (key, flaw) = ForeignText.read(key, "the key of host-secrets.get")
  return host.enter(.getSecret, host.crossing(.getSecret, key)) {
    if let flaw { host.book { $0.note(.text, flaw) } }
    host.loop.post(
      PostedWork(owner: host) {
        let callback = ExecutorProcess.reach(callback)
        let lender = Lender(host.arena, host.offer.shape)
        let secret = host.offer.secrets[key]
        let value = secret.map { lender.text($0) } ?? hsw_str()
        host.callBack("secret callback") { callback(argument, secret == nil ? HSW_E_INVAL : HSW_OK, value) }
        lender.takeBack()
      })
    return HSW_PENDING
  }
}
