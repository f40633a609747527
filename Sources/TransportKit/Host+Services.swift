internal import TransportABI

extension Host {
  /// Writes one message to the host's log, if anybody wants its level.
  ///
  /// Never a secret in it.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String, topic: String = "") {
    guard isUsable, let log = services.log.log else { return }
    if let enabled = services.log.enabled, enabled(table.ctx, level.rawValue) == 0 { return }
    topic.lent { topic in message().lent { log(table.ctx, level.rawValue, topic, $0) } }
  }

  /// Whether anybody traces: ask before making messages for ``wire(_:outgoing:protocol:_:)`` that cost something.
  public var wantsWire: Bool {
    guard isUsable, services.log.wire != nil, let enabled = services.log.enabled else { return false }
    return enabled(table.ctx, HSW_LOG_TRACE) != 0
  }

  /// Shows one message of a network protocol to whoever traces it.
  public func wire(_ call: Call?, outgoing: Bool, protocol name: String, _ text: @autoclosure () -> String) {
    guard isUsable, let wire = services.log.wire else { return }
    name.lent { name in text().lent { wire(table.ctx, hsw_call(id: call?.id ?? 0), now, outgoing ? 1 : 0, name, $0) } }
  }

  /// Tells how a pending transfer goes, such as SIP's 180; its deadline starts anew.
  @discardableResult
  public func transferProgress(_ action: Action, native: Int32, _ text: String) -> Bool {
    guard isUsable, actions[action.id] != nil || turn.action == action.id else { return false }
    return text.lent { services.transfer.report_progress?(table.ctx, hsw_action(id: action.id), now, native, $0) == HSW_OK }
  }

  /// Tells that the far end asks us to call `to`.
  ///
  /// The verdict follows.
  @discardableResult
  public func transferRequested(_ call: Call, to: CallInfo) -> Bool {
    guard isUsable, calls[call.id]?.stage == .active else { return false }
    return to.lent { services.transfer.report_request?(table.ctx, hsw_call(id: call.id), now, $0) == HSW_OK }
  }

  /// Fetches the secret that the configuration names, and gives it to `body` on the loop, later, once; nil if it cannot be had.
  public func secret(_ key: String, _ body: @escaping (String?) -> Void) {
    guard isUsable, let get = services.secrets.get else { return body(nil) }
    let receiver = Unmanaged.passRetained(SecretReceiver(body, Unmanaged.passUnretained(self).toOpaque()))
    let status = key.lent {
      get(table.ctx, $0, { argument, status, value in SecretReceiver.take(argument, status, value) }, receiver.toOpaque())
    }
    guard status < 0 else { return }
    receiver.release()
    body(nil)
  }
}
