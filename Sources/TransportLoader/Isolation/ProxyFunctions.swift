internal import RunnerChannel
internal import TransportABI

// The functions of a proxy's tables. Their context is the proxy, which lives until `destroy`.

func withProxy<Result>(_ context: UnsafeMutableRawPointer?, else failure: Result, _ body: (ProxyInstance) -> Result) -> Result {
  guard let context else { return failure }
  return Unmanaged<ProxyInstance>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
}

// MARK: life

func proxyInit(_ context: UnsafeMutableRawPointer?, _ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { $0.initialize(why) }
}

func proxyActivate(_ context: UnsafeMutableRawPointer?, _ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { $0.activate(why) }
}

func proxyDeactivate(_ context: UnsafeMutableRawPointer?, _ drain: UInt32) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { $0.deactivate(drain: drain) }
}

func proxyReset(_ context: UnsafeMutableRawPointer?) { withProxy(context, else: ()) { $0.reset() } }

func proxyDestroy(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<ProxyInstance>.fromOpaque(context).takeRetainedValue().destroy()
}

func proxyGetExtension(_ context: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
  withProxy(context, else: nil) { $0.tables.table(of: String(cString: id)) }
}

// MARK: calls

func proxyStart(
  _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ to: UnsafePointer<hsw_call_info>, _ deadline: UInt32
) -> hsw_status {
  guard let info = TransportCallInfo(to) else { return HSW_E_INVAL }
  return withProxy(context, else: HSW_E_INVAL) { proxy in
    // A runner that does not take its orders gets no more calls.
    guard !proxy.link.isFull else { return HSW_E_BUSY }
    var body = StartBody()
    (body.deadline, body.info) = (deadline, InfoBody(info))
    return proxy.act(.start, action, call, body)
  }
}

func proxyAnswer(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ deadline: UInt32) -> hsw_status {
  var body = ActionBody()
  body.deadline = deadline
  return withProxy(context, else: HSW_E_INVAL) { $0.act(.answer, action, call, body) }
}

func proxyEnd(
  _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ why: hsw_end_why, _ deadline: UInt32
) -> hsw_status {
  var body = EndBody()
  (body.deadline, body.why) = (deadline, why)
  return withProxy(context, else: HSW_E_INVAL) { $0.act(.end, action, call, body) }
}

func proxyDecline(
  _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ decline: UnsafePointer<hsw_decline>, _ deadline: UInt32
) -> hsw_status {
  var body = DeclineBody()
  (body.deadline, body.reason, body.cause) = (deadline, decline.pointee.reason, decline.pointee.cause)
  body.text = FrameText(BorrowedText.read(decline.pointee.text) ?? "")
  return withProxy(context, else: HSW_E_INVAL) { $0.act(.decline, action, call, body) }
}

func proxyShown(_ context: UnsafeMutableRawPointer?, _ call: hsw_call) {
  withProxy(context, else: ()) { _ = $0.send(.shown, EmptyBody(), call: call.id) }
}

func proxyCancel(_ context: UnsafeMutableRawPointer?, _ action: hsw_action) {
  withProxy(context, else: ()) { _ = $0.send(.cancel, EmptyBody(), other: action.id) }
}

// MARK: features

private func act(
  _ kind: OrderType, _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, on: UInt32, _ deadline: UInt32
) -> hsw_status {
  var body = SwitchBody()
  (body.deadline, body.on) = (deadline, on)
  return withProxy(context, else: HSW_E_INVAL) { $0.act(kind, action, call, body) }
}

func proxySetHeld(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ on: UInt32, _ deadline: UInt32)
  -> hsw_status
{ act(.setHeld, context, action, call, on: on, deadline) }

func proxySetMuted(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ on: UInt32, _ deadline: UInt32)
  -> hsw_status
{ act(.setMuted, context, action, call, on: on, deadline) }

func proxySetRegistered(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ on: UInt32, _ deadline: UInt32) -> hsw_status {
  act(.setRegistered, context, action, hsw_call(), on: on, deadline)
}

private func act(
  _ kind: OrderType, _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ text: hsw_str, kind digits: UInt32,
  _ deadline: UInt32
) -> hsw_status {
  guard let text = BorrowedText.read(text) else { return HSW_E_INVAL }
  var body = TextActionBody()
  (body.deadline, body.kind, body.text) = (deadline, digits, FrameText(text))
  return withProxy(context, else: HSW_E_INVAL) { $0.act(kind, action, call, body) }
}

func proxyPlay(
  _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ digits: hsw_str, _ kind: UInt32, _ deadline: UInt32
) -> hsw_status { act(.play, context, action, call, digits, kind: kind, deadline) }

func proxyApply(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ json: hsw_str, _ deadline: UInt32) -> hsw_status {
  let settings = BorrowedText.read(json) ?? ""
  let trouble = withProxy(context, else: nil) { $0.link.whenAppliesPaths?(settings) }
  // The rules of a sandbox cannot be widened.
  if let trouble {
    withProxy(context, else: ()) { $0.warn("sandbox", trouble) }
    return HSW_E_INVAL
  }
  withProxy(context, else: ()) { proxy in
    proxy.settings.add(settings)
    proxy.applying[action.id] = settings
  }
  return act(.apply, context, action, hsw_call(), json, kind: 0, deadline)
}

private func act(
  _ kind: OrderType, _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, with other: hsw_call, _ deadline: UInt32
) -> hsw_status {
  var body = PairBody()
  (body.deadline, body.with) = (deadline, other.id)
  return withProxy(context, else: HSW_E_INVAL) { $0.act(kind, action, call, body) }
}

func proxySetGroup(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ other: hsw_call, _ deadline: UInt32)
  -> hsw_status
{ act(.setGroup, context, action, call, with: other, deadline) }

func proxyAttended(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ other: hsw_call, _ deadline: UInt32)
  -> hsw_status
{ act(.attended, context, action, call, with: other, deadline) }

private func act(
  _ kind: OrderType, _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, to: UnsafePointer<hsw_call_info>,
  _ deadline: UInt32
) -> hsw_status {
  guard let info = TransportCallInfo(to) else { return HSW_E_INVAL }
  var body = StartBody()
  (body.deadline, body.info) = (deadline, InfoBody(info))
  return withProxy(context, else: HSW_E_INVAL) { $0.act(kind, action, call, body) }
}

func proxyBlind(
  _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ to: UnsafePointer<hsw_call_info>, _ deadline: UInt32
) -> hsw_status { act(.blind, context, action, call, to: to, deadline) }

func proxyDeflect(
  _ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ call: hsw_call, _ to: UnsafePointer<hsw_call_info>, _ deadline: UInt32
) -> hsw_status { act(.deflect, context, action, call, to: to, deadline) }

func proxyVerdict(
  _ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ accepted: UInt32, _ error: UnsafePointer<hsw_error>?
) -> hsw_status {
  var body = VerdictBody()
  body.isAccepted = accepted != 0
  body.error = ErrorBody(error.map { TransportFault($0) })
  return withProxy(context, else: HSW_E_INVAL) { $0.send(.verdict, body, call: call.id) ? HSW_OK : HSW_E_STATE }
}

// MARK: questions

/// Writes the bytes of an answer to a sink; returns its status.
func pour(_ answer: AnswerBody?, into sink: UnsafePointer<hsw_sink>) -> hsw_status {
  guard let answer else { return HSW_E_STATE }
  guard answer.status == HSW_OK else { return answer.status }
  var rest = answer.bytes.bytes
  while !rest.isEmpty {
    let taken = rest.withUnsafeBytes { sink.pointee.write?(sink.pointee.ctx, $0.baseAddress!, $0.count) ?? -1 }
    guard taken > 0 else { return HSW_E_FAIL }
    rest = rest.dropFirst(Int(taken))
  }
  return HSW_OK
}

func proxyDump(_ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ level: UInt32, _ json: UnsafePointer<hsw_sink>) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { pour($0.dump(call.id, level: level), into: json) }
}

func proxySchema(_ context: UnsafeMutableRawPointer?) -> hsw_str { withProxy(context, else: hsw_str()) { $0.tables.schema } }

func proxyDialable(_ context: UnsafeMutableRawPointer?, _ out: UnsafeMutablePointer<hsw_call_info>) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { proxy in
    guard let answer = proxy.ask(.dialable, EmptyBody(), as: .dialable) else { return HSW_E_STATE }
    guard answer.status == HSW_OK else { return answer.status }
    guard let info = InfoBody(body: answer.bytes) else { return HSW_E_FAIL }
    out.pointee.handle_kind = proxy.tables.keep(info.handleKind)
    out.pointee.handle = proxy.tables.keep(info.handle)
    return HSW_OK
  }
}

func proxyPeerCall(_ context: UnsafeMutableRawPointer?, _ from: UnsafePointer<hsw_call_info>) -> hsw_status {
  guard let info = TransportCallInfo(from) else { return HSW_E_INVAL }
  return withProxy(context, else: HSW_E_INVAL) { $0.ask(.peerCall, InfoBody(info), as: .peerCall)?.status ?? HSW_E_STATE }
}

func proxyPeerOrder(_ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ what: UInt32, _ argument: hsw_str) -> hsw_status {
  guard let text = BorrowedText.read(argument) else { return HSW_E_INVAL }
  var body = PeerOrderBody()
  (body.what, body.argument) = (what, FrameText(text))
  return withProxy(context, else: HSW_E_INVAL) { $0.ask(.peerOrder, call: call.id, body, as: .peerOrder)?.status ?? HSW_E_STATE }
}

func proxyPeerObserve(_ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ json: UnsafePointer<hsw_sink>) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { pour($0.ask(.peerObserve, call: call.id, EmptyBody(), as: .peerObserve), into: json) }
}
