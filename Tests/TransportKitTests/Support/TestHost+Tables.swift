import TransportABI

extension hsw_host {
  /// Makes a table whose functions record their arguments in the host at `context`.
  static func recording(_ context: UnsafeMutableRawPointer) -> hsw_host {
    var host = hsw_host()
    host.size = UInt32(MemoryLayout<hsw_host>.size)
    host.ctx = context
    host.get_extension = { TestHost.at($0).find(String(cString: $1)) }
    host.report_provider = { TestHost.at($0).say("provider max \($1.pointee.max_calls)") }
    host.report_line = { context, line, _, _ in TestHost.at(context).say("line \(["?", "ready", "trying", "down"][Int(line)])") }
    host.report_reset = { context, _ in TestHost.at(context).say("reset") }
    host.report_incoming = { context, call, _, info in
      TestHost.at(context).say("\(TestHost.at(context).name(call)) incoming \(text(info.pointee.handle))", info.pointee)
    }
    host.report_update = { context, call, _, info in
      TestHost.at(context).say("\(TestHost.at(context).name(call)) update \(text(info.pointee.display_name))")
    }
    host.report_state = { context, call, _, state in
      let states = ["?", "connecting", "ringing", "early media", "active", "held", "held remotely", "resumed remotely"]
      return TestHost.at(context).say("\(TestHost.at(context).name(call)) \(states[Int(state)])")
    }
    host.report_dtmf = { context, call, _, digits in
      TestHost.at(context).say("\(TestHost.at(context).name(call)) digits \(text(digits))")
    }
    host.report_ended = { context, call, _, reason, error in
      let reasons = ["?", "failed", "remote", "unanswered", "answered elsewhere", "declined elsewhere", "local"]
      let cause = error.map { " \($0.pointee.cause)" } ?? ""
      return TestHost.at(context).say("\(TestHost.at(context).name(call)) ended \(reasons[Int(reason)])\(cause)")
    }
    host.action_done = { context, action, _, error in
      if let error { TestHost.at(context).sentences.append(text(error.pointee.message)) }
      return TestHost.at(context).complete(action.id, error?.pointee.code)
    }
    host.deactivated = { TestHost.at($0).say("deactivated") }
    host.post = { TestHost.at($0).post($1, $2) }
    host.request_restart = { TestHost.at($0).say("restart \(text($1))") }
    return host
  }

  /// The tables of the host's extensions, each at a guard page, and the objects that own them.
  static func extensions(extra: Int, logs: Bool) -> [String: (table: UnsafeMutableRawPointer, keeper: AnyObject)] {
    var loop = hsw_host_loop()
    loop.add_timer = { TestHost.at($0).arm($1, $2, $3, $4, $5) }
    loop.del_timer = { TestHost.at($0).disarm($1) }
    loop.now_ns = { TestHost.at($0).now }
    loop.add_fd = { context, descriptor, _, body, argument in
      TestHost.at(context).watched[descriptor] = (body, argument)
      return HSW_OK
    }
    loop.mod_fd = { context, descriptor, _ in TestHost.at(context).watched[descriptor] == nil ? HSW_E_INVAL : HSW_OK }
    loop.del_fd = { TestHost.at($0).watched.removeValue(forKey: $1) == nil ? HSW_E_INVAL : HSW_OK }
    var threads = hsw_host_threads()
    threads.is_loop = { _ in 1 }
    // All functions of host-log are NULL, which the contract allows, unless a test reads the log.
    var log = hsw_host_log()
    if logs { log.log = { context, _, _, message in TestHost.at(context).log.append(text(message)) } }
    var secrets = hsw_host_secrets()
    secrets.get = { context, _, body, argument in
      TestHost.at(context).secretsAsked.append((body, argument))
      return HSW_PENDING
    }
    return [
      HSW_HEXT_SECRETS: kept(secrets, extra),
      HSW_HEXT_LOOP: kept(loop, extra), HSW_HEXT_THREADS: kept(threads, extra), HSW_HEXT_LOG: kept(log, extra),
    ]
  }

  private static func kept<Table>(_ table: Table, _ extra: Int) -> (UnsafeMutableRawPointer, AnyObject) {
    let lent = Lent(table, count: MemoryLayout<Table>.size + extra)
    return (UnsafeMutableRawPointer(lent.pointer), lent)
  }
}

/// The text of an ABI string.
func text(_ string: hsw_str) -> String {
  guard let start = string.p else { return "" }
  return String(decoding: UnsafeRawBufferPointer(start: start, count: string.n), as: UTF8.self)
}
