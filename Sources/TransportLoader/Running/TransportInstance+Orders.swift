internal import CallControl
internal import TransportABI

// Performs the orders of an instance, on its loop.
extension TransportInstance {
  func perform(_ order: TransportOrder) {
    switch order {
    case .begin(let configuration): live(configuration: configuration)
    case .deactivate(let drain): deactivate(drain: drain)
    case .deactivated, .destroy: destroy()
    case .dismantle: dismantle()
    case .reset:
      if let made = tables?.instance, releaseAll() { _ = withoutTick(.reset) { made.reset?(made.ctx) } }
    case .shown(let call):
      guard let tables, books({ $0.calls[call.rawValue] != nil }) else { return }
      _ = loop.call(.shown) { tables.calls.shown?(tables.instance.ctx, hsw_call(id: call.rawValue)) }
    case .cancel(let action):
      guard books({ $0.forgetCancelled(action) }), let tables else { return }
      _ = loop.call(.cancel) { tables.calls.cancel?(tables.instance.ctx, hsw_action(id: action.rawValue)) }
    case .verdict(let call, let isAccepted, let fault): decide(call, isAccepted, fault)
    case .service(let order, let ticket): perform(order, ticket: ticket)
    case .audio(let order, let ticket): perform(order, ticket: ticket)
    case .peer(let order, let completion): completion(ask(order))
    default: act(order)
    }
  }

  /// Performs an order that carries an action, if the action is still wanted.
  private func act(_ order: TransportOrder) {
    switch order {
    case .start(let action, let call, let info, let deadline):
      var info = loop.arena.put(info)
      carry(.start, action) { $0.calls.start?($0.instance.ctx, $1, hsw_call(id: call.rawValue), &info, deadline) }
    case .answer(let action, let call, let deadline):
      carry(.answer, action) { $0.calls.answer?($0.instance.ctx, $1, hsw_call(id: call.rawValue), deadline) }
    case .end(let action, let call, let why, let deadline):
      carry(.end, action) { $0.calls.end?($0.instance.ctx, $1, hsw_call(id: call.rawValue), why, deadline) }
    case .decline(let action, let call, let decline, let deadline): self.decline(action, call, decline, deadline)
    case .setHeld(let action, let call, let on, let deadline):
      carry(.setHeld, action) { $0.hold.set_held?($0.instance.ctx, $1, hsw_call(id: call.rawValue), on ? 1 : 0, deadline) }
    case .setMuted(let action, let call, let on, let deadline):
      carry(.setMuted, action) { $0.mute.set_muted?($0.instance.ctx, $1, hsw_call(id: call.rawValue), on ? 1 : 0, deadline) }
    case .play(let action, let call, let digits, let kind, let deadline):
      let digits = loop.arena.only(digits)
      carry(.play, action) { $0.dtmf.play?($0.instance.ctx, $1, hsw_call(id: call.rawValue), digits, kind, deadline) }
    case .setGroup(let action, let call, let other, let deadline):
      carry(.setGroup, action) {
        $0.group.set_group?($0.instance.ctx, $1, hsw_call(id: call.rawValue), hsw_call(id: other.rawValue), deadline)
      }
    case .setRegistered(let action, let on, let deadline):
      carry(.setRegistered, action) { $0.line.set_registered?($0.instance.ctx, $1, on ? 1 : 0, deadline) }
    case .apply(let action, let configuration, let deadline):
      let text = loop.arena.only(configuration)
      carry(.apply, action) { $0.config.apply?($0.instance.ctx, $1, text, deadline) }
    case .transfer(let action, let call, let info, let deadline):
      var info = loop.arena.put(info)
      carry(.blind, action) { $0.transfer.blind?($0.instance.ctx, $1, hsw_call(id: call.rawValue), &info, deadline) }
    case .connect(let action, let call, let other, let deadline):
      carry(.attended, action) {
        $0.transfer.attended?($0.instance.ctx, $1, hsw_call(id: call.rawValue), hsw_call(id: other.rawValue), deadline)
      }
    case .begin, .shown, .cancel, .reset, .deactivate, .deactivated, .destroy, .dismantle, .verdict, .service, .audio, .peer: break
    }
  }

  /// Declines with the full reason; a plugin of version 1.0, which has no `decline`, ends the call instead.
  private func decline(_ action: ActionHandle, _ call: CallHandle, _ decline: Decline, _ deadline: UInt32) {
    guard let tables, tables.calls.decline != nil else {
      let why = decline.reason == .declined ? HSW_WHY_DECLINED : HSW_WHY_BUSY
      return carry(.end, action) { $0.calls.end?($0.instance.ctx, $1, hsw_call(id: call.rawValue), why, deadline) }
    }
    var said = hsw_decline()
    said.size = UInt32(MemoryLayout<hsw_decline>.size)
    said.reason =
      switch decline.reason {
      case .declined: HSW_DECLINE_DECLINED
      case .busy: HSW_DECLINE_BUSY
      case .busyEverywhere: HSW_DECLINE_BUSY_EVERYWHERE
      }
    said.cause = decline.cause ?? 0
    said.text = loop.arena.only(decline.text ?? "")
    carry(.decline, action) { $0.calls.decline?($0.instance.ctx, $1, hsw_call(id: call.rawValue), &said, deadline) }
  }

  @inline(__always)
  private func carry(_ call: PluginCall, _ action: ActionHandle, _ body: (borrowing PluginTables, hsw_action) -> hsw_status?) {
    guard books({ $0.deliver(action) }), tables != nil else { return }
    guard let status = loop.call(call, { body(tables!, hsw_action(id: action.rawValue)) }) else { return }
    books { $0.returned(status ?? HSW_E_NOTSUP, for: action) }
  }

  /// Tells the plugin the host's decision about a transfer that the far end requested.
  private func decide(_ call: CallHandle, _ isAccepted: Bool, _ fault: TransportFault?) {
    guard let tables, books({ $0.calls[call.rawValue] != nil }), let verdict = tables.transfer.verdict else { return }
    let (context, handle, accepted) = (tables.instance.ctx, hsw_call(id: call.rawValue), UInt32(isAccepted ? 1 : 0))
    var error = hsw_error()
    error.size = UInt32(MemoryLayout<hsw_error>.size)
    loop.arena.begin(bytes: (fault?.domain.utf8.count ?? 0) + (fault?.message.utf8.count ?? 0), texts: 2)
    if let fault {
      (error.code, error.native, error.cause) = (fault.code, fault.native, fault.cause)
      (error.domain, error.message) = (loop.arena.put(fault.domain), loop.arena.put(fault.message))
    }
    _ = loop.call(.verdict) { fault == nil ? verdict(context, handle, accepted, nil) : verdict(context, handle, accepted, &error) }
  }

  // MARK: the far end for tests

  private func ask(_ order: PeerOrder) -> PeerAnswer {
    guard let tables, books({ $0.phase.canSpeak }) else { return PeerAnswer(status: HSW_E_STATE) }
    let (peer, context) = (tables.testPeer, tables.instance.ctx)
    switch order {
    case .dialable:
      var info = hsw_call_info()
      info.size = UInt32(MemoryLayout<hsw_call_info>.size)
      guard let status = loop.call(.dialable, { peer.dialable?(context, &info) ?? HSW_E_NOTSUP }) else { break }
      return PeerAnswer(status: status, info: status == HSW_OK ? TransportCallInfo(&info) : nil)
    case .call(let from):
      var info = loop.arena.put(from)
      guard let status = loop.call(.peerCall, { peer.call?(context, &info) ?? HSW_E_NOTSUP }) else { break }
      return PeerAnswer(status: status)
    case .order(let call, let what, let argument):
      let text = loop.arena.only(argument)
      guard let status = loop.call(.peerOrder, { peer.order?(context, hsw_call(id: call.rawValue), what, text) ?? HSW_E_NOTSUP }) else {
        break
      }
      return PeerAnswer(status: status)
    case .observe(let call):
      let page = TextPage()
      var sink = hsw_sink(ctx: Unmanaged.passUnretained(page).toOpaque(), write: textPageWrite)
      let status = withExtendedLifetime(page) {
        loop.call(.peerObserve) { peer.observe?(context, hsw_call(id: call.rawValue), &sink) ?? HSW_E_NOTSUP }
      }
      guard let status else { break }
      return PeerAnswer(status: status, observation: status == HSW_OK ? page.text : nil)
    }
    return PeerAnswer(status: HSW_E_STATE)
  }
}
