internal import RunnerChannel
internal import TransportABI

// The words of a runner, passed on to the host's C functions: the ledger judges them like those of a plugin in this process.
extension ProxyInstance {
  func say(_ message: FrameMessage<WordType>) throws(FrameFault) {
    let call = hsw_call(id: message.address.call)
    let time = message.address.other
    switch message.kind {
    case .actionDone:
      let body = try message.body(DoneBody.self)
      with(body.error) { _ = host.table.action_done?(host.context, hsw_action(id: message.address.other), body.time, $0) }
    case .incoming:
      var info = lend(try message.body(InfoBody.self))
      // The runner has told the plugin that the call was taken; an end tells it otherwise.
      if host.table.report_incoming?(host.context, call, time, &info) != HSW_OK { refuse(call) }
    case .update:
      var info = lend(try message.body(InfoBody.self))
      _ = host.table.report_update?(host.context, call, time, &info)
    case .state: _ = host.table.report_state?(host.context, call, time, try message.body(NumberBody.self).number)
    case .dtmf: _ = host.table.report_dtmf?(host.context, call, time, lend(try message.body(TextBody.self).text))
    case .ended:
      let body = try message.body(EndedBody.self)
      with(body.error) { _ = host.table.report_ended?(host.context, call, time, body.reason, $0) }
    case .line:
      let body = try message.body(LineBody.self)
      with(body.error) { _ = host.table.report_line?(host.context, body.line, body.retryMilliseconds, $0) }
    case .limits: say(try message.body(LimitsBody.self))
    case .reset: with(try message.body(ErrorBody.self)) { _ = host.table.report_reset?(host.context, $0) }
    case .deactivated:
      try message.check()
      _ = host.table.deactivated?(host.context)
    case .requestRestart: _ = host.table.request_restart?(host.context, lend(try message.body(TextBody.self).text))
    case .progress:
      let body = try message.body(ProgressBody.self)
      _ = host.transfer?.report_progress?(host.context, hsw_action(id: message.address.other), body.time, body.native, lend(body.text))
    case .transferRequest:
      var info = lend(try message.body(InfoBody.self))
      _ = host.transfer?.report_request?(host.context, call, time, &info)
    case .log:
      let body = try message.body(LogBody.self)
      let texts = lend([body.topic, body.message])
      host.log?.log?(host.context, body.level, texts[0], texts[1])
    case .wire:
      let body = try message.body(WireBody.self)
      let texts = lend([body.network, body.text])
      host.log?.wire?(host.context, call, time, body.isOutgoing ? 1 : 0, texts[0], texts[1])
    case .secret: askSecret(message.address.other, try message.body(TextBody.self).text)
    case .breaches: count(TransportMisbehaviour(try message.body(BreachesBody.self)))
    case .answer, .offers, .turnEnd, .beat, .synced: break
    }
  }

  /// Logs a line about the process.
  func log(_ line: String, topic: String, level: UInt32 = HSW_LOG_INFO) {
    let texts = lend([FrameText(topic), FrameText(line)])
    host.log?.log?(host.context, level, texts[0], texts[1])
  }

  private func refuse(_ call: hsw_call) {
    var body = EndBody()
    (body.deadline, body.why) = (5000, HSW_WHY_BUSY)
    send(.end, body, call: call.id)
  }

  private func say(_ body: LimitsBody) {
    let texts = lend([body.name] + body.handleKinds + body.emergencyNumbers)
    let kinds = Array(texts[1..<1 + body.handleKinds.count])
    let emergency = Array(texts[(1 + body.handleKinds.count)...])
    kinds.withUnsafeBufferPointer { kinds in
      emergency.withUnsafeBufferPointer { emergency in
        var provider = hsw_provider()
        provider.size = UInt32(MemoryLayout<hsw_provider>.size)
        (provider.max_calls, provider.max_groups) = (body.maximumCalls, body.maximumGroups)
        provider.max_calls_per_group = body.maximumCallsPerGroup
        (provider.n_handle_kinds, provider.n_emergency) = (UInt32(kinds.count), UInt32(emergency.count))
        (provider.handle_kinds, provider.emergency, provider.name) = (kinds.baseAddress, emergency.baseAddress, texts[0])
        _ = host.table.report_provider?(host.context, &provider)
      }
    }
  }

  // MARK: texts

  /// The texts as the contract has them, valid until the arena is used again.
  private func lend(_ texts: [FrameText]) -> [hsw_str] {
    arena.begin(bytes: texts.reduce(0) { $0 + $1.bytes.count }, texts: texts.count)
    return texts.map { arena.put($0) }
  }

  private func lend(_ text: FrameText) -> hsw_str { lend([text])[0] }

  private func lend(_ body: InfoBody) -> hsw_call_info {
    let texts = lend(body.texts)
    return hsw_call_info(
      size: UInt32(MemoryLayout<hsw_call_info>.size), flags: body.flags, mask: body.mask, presentation: body.presentation,
      handle_kind: texts[0], handle: texts[1], display_name: texts[2], local_handle: texts[3], diverted_from: texts[4],
      correlation_id: texts[5], extra_json: texts[6], replaces: hsw_call(id: body.replaces), contact: texts[7])
  }

  private func with(_ body: ErrorBody, _ say: (UnsafePointer<hsw_error>?) -> Void) {
    guard body.isPresent else { return say(nil) }
    let texts = lend([body.domain, body.message])
    var error = hsw_error(
      size: UInt32(MemoryLayout<hsw_error>.size), flags: 0, code: body.code, native: body.native, cause: body.cause, reserved: 0,
      domain: texts[0], message: texts[1])
    say(&error)
  }

  // MARK: secrets

  /// Fetches a secret for the runner; the value goes by the socket.
  private func askSecret(_ ticket: UInt64, _ key: FrameText) {
    let request = ProxySecret(proxy: self, ticket: ticket)
    // Code that is exploited asks for the secrets of others.
    if let name = key.string, !settings.contains(name) {
      warn("secret", "it asked for the secret \(name.debugDescription), which none of its settings names")
      return request.answer(HSW_E_AUTH, hsw_str())
    }
    let argument = Unmanaged.passRetained(request).toOpaque()
    let status = host.secrets?.get?(host.context, lend(key), proxySecretCallback, argument) ?? HSW_E_NOTSUP
    guard status < 0 else { return }
    Unmanaged<ProxySecret>.fromOpaque(argument).release()
    request.answer(status, hsw_str())
  }
}

/// A request for a secret on its way through the host.
private final class ProxySecret {
  private let proxy: ProxyInstance
  private let ticket: UInt64

  init(proxy: ProxyInstance, ticket: UInt64) {
    self.proxy = proxy
    self.ticket = ticket
  }

  func answer(_ status: hsw_status, _ value: hsw_str) {
    var body = SecretBody()
    (body.ticket, body.instance, body.status) = (ticket, UInt32(proxy.number), status)
    body.value = FrameText(BorrowedText.read(value) ?? "")
    proxy.link.answer(body)
    proxy.link.care.flaw?.send(body, of: proxy)
  }
}

private func proxySecretCallback(_ argument: UnsafeMutableRawPointer?, _ status: hsw_status, _ value: hsw_str) {
  guard let argument else { return }
  Unmanaged<ProxySecret>.fromOpaque(argument).takeRetainedValue().answer(status, value)
}
