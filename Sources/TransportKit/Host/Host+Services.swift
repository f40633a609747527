internal import TransportABI

extension Host {
  /// Writes a message to the host's log, if the host wants its level.
  ///
  /// It must not contain a secret.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String, topic: String = "") {
    guard isUsable, let log = services.log.log else { return }
    if let enabled = services.log.enabled, enabled(table.ctx, level.rawValue) == 0 { return }
    topic.lent { topic in message().lent { log(table.ctx, level.rawValue, topic, $0) } }
  }

  /// True when messages are traced: check it before an expensive rendering for ``wire(_:outgoing:protocol:_:)``.
  public var wantsWire: Bool {
    guard isUsable, services.log.wire != nil, let enabled = services.log.enabled else { return false }
    return enabled(table.ctx, HSW_LOG_TRACE) != 0
  }

  /// Sends a message of a network protocol to the host's trace.
  public func wire(_ call: Call?, outgoing: Bool, protocol name: String, _ text: @autoclosure () -> String) {
    guard isUsable, let wire = services.log.wire else { return }
    name.lent { name in text().lent { wire(table.ctx, hsw_call(id: call?.id ?? 0), now, outgoing ? 1 : 0, name, $0) } }
  }

  /// Reports the progress of a pending transfer, such as SIP's 180; its time-out starts again.
  @discardableResult
  public func transferProgress(_ action: Action, native: Int32, _ text: String) -> Bool {
    guard isUsable, actions[action.id] != nil || turn.action == action.id else { return false }
    return text.lent { services.transfer.report_progress?(table.ctx, hsw_action(id: action.id), now, native, $0) == HSW_OK }
  }

  /// Reports that the far end requests a transfer to `to`.
  ///
  /// The verdict follows.
  @discardableResult
  public func transferRequested(_ call: Call, to: CallInfo) -> Bool {
    guard isUsable, calls[call.id]?.stage == .active else { return false }
    return to.lent { services.transfer.report_request?(table.ctx, hsw_call(id: call.id), now, $0) == HSW_OK }
  }

  /// Fetches a secret that the configuration names, and passes it to `body` once, on the loop; nil if it is unavailable.
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

/// The severity of a log message.
public enum LogLevel: UInt32, Sendable {
  /// An error.
  case error = 1
  /// A possible problem.
  case warning
  /// Useful information.
  case info
  /// Details for troubleshooting.
  case debug
  /// All details.
  case trace
}
