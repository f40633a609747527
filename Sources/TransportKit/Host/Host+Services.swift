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
    if holdBack({ $0.transferProgress(action, native: native, text) }) { return true }
    return text.lent { services.transfer.report_progress?(table.ctx, hsw_action(id: action.id), now, native, $0) == HSW_OK }
  }

  /// Reports that the far end requests a transfer to `to`.
  ///
  /// The verdict follows.
  @discardableResult
  public func transferRequested(_ call: Call, to: CallInfo) -> Bool {
    guard isUsable, calls[call.id]?.isUp == true else { return false }
    if holdBack({ $0.transferRequested(call, to: to) }) { return true }
    return to.lent { services.transfer.report_request?(table.ctx, hsw_call(id: call.id), now, $0) == HSW_OK }
  }

  /// Fetches a secret that the configuration names, and passes it to `body` once, on the loop; nil if it is unavailable.
  public func secret(_ key: String, _ body: @escaping (String?) -> Void) {
    guard isUsable, let get = services.secrets.get else { return body(nil) }
    let receiver = Unmanaged.passRetained(SecretReceiver(body, Unmanaged.passUnretained(self).toOpaque()))
    let status = key.lent {
      get(table.ctx, $0, { argument, status, value in SecretReceiver.take(argument, status, value) }, receiver.toOpaque())
    }
    guard status < 0 else {
      secretsUnderWay += 1
      return
    }
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

/// The host's extensions, as far as both sides know them; all NULL where an extension is missing.
struct HostServices {
  var loop = hsw_host_loop()
  var log = hsw_host_log()
  var threads = hsw_host_threads()
  var transfer = hsw_host_transfer()
  var secrets = hsw_host_secrets()

  init() {}

  /// Fetches every extension.
  ///
  /// Not before init, when the host must not be called.
  init(of host: hsw_host) {
    loop = HostServices.read(host, HSW_HEXT_LOOP, hsw_host_loop()) { $0.flags }
    log = HostServices.read(host, HSW_HEXT_LOG, hsw_host_log()) { $0.flags }
    threads = HostServices.read(host, HSW_HEXT_THREADS, hsw_host_threads()) { $0.flags }
    transfer = HostServices.read(host, HSW_HEXT_TRANSFER, hsw_host_transfer()) { $0.flags }
    secrets = HostServices.read(host, HSW_HEXT_SECRETS, hsw_host_secrets()) { $0.flags }
  }

  /// Reads a table; one with an unknown mandatory flag counts as missing.
  private static func read<Table>(_ host: hsw_host, _ id: String, _ zeroed: Table, flags: (Table) -> UInt32) -> Table {
    guard let table = host.get_extension?(host.ctx, id) else { return zeroed }
    let copy = copied(table.assumingMemoryBound(to: Table.self), into: zeroed)
    return flags(copy) & HSW_MUST == 0 ? copy : zeroed
  }
}

/// The receiver of a secret.
final class SecretReceiver {
  private let body: (String?) -> Void
  private let host: UnsafeMutableRawPointer

  init(_ body: @escaping (String?) -> Void, _ host: UnsafeMutableRawPointer) {
    self.body = body
    self.host = host
  }

  /// Passes the secret to the receiver.
  ///
  /// The host calls it once, on the loop, before destroy, so that the instance still exists.
  static func take(_ argument: UnsafeMutableRawPointer?, _ status: hsw_status, _ value: hsw_str) {
    guard let argument else { return }
    let receiver = Unmanaged<SecretReceiver>.fromOpaque(argument).takeRetainedValue()
    guard let host = Host.at(receiver.host) else { return }
    host.secretsUnderWay -= 1
    let secret = status == HSW_OK ? try? text(value) : nil
    if host.postpone({ _ in receiver.body(secret) }) { return }
    host.turn = Turn()
    receiver.body(secret)
    host.turn = Turn()
  }
}
