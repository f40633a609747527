internal import TransportABI

// Performs the orders of an instance, on its loop.
extension TransportInstance {
  func perform(_ order: TransportOrder) {
    switch order {
    case .begin(let configuration): live(configuration: configuration)
    case .deactivate(let drain): deactivate(drain: drain)
    case .deactivated: stopped()
    case .destroy: destroy()
    case .dismantle: dismantle()
    case .reset:
      if let made = tables?.instance, releaseAll() { _ = withoutTick(.reset) { made.reset?(made.ctx) } }
    case .shown(let call):
      guard let tables, books({ $0.calls.contains(call.rawValue) }) else { return }
      _ = loop.call(.shown) { tables.calls.shown?(tables.instance.ctx, hsw_call(id: call.rawValue)) }
    case .cancel(let action):
      guard books({ $0.forgetCancelled(action) }), let tables else { return }
      _ = loop.call(.cancel) { tables.calls.cancel?(tables.instance.ctx, hsw_action(id: action.rawValue)) }
    case .verdict(let call, let isAccepted, let fault): decide(call, isAccepted, fault)
    case .service(let order, let ticket): perform(order, ticket: ticket)
    case .audio(let order, let ticket): perform(order, ticket: ticket)
    case .peer(let order, let completion): completion(ask(order))
    case .act(let handle, let call, let action, let deadline): act(handle, call, action, deadline: deadline)
    }
  }

  /// Carries out an action, if it is still wanted.
  private func act(_ handle: ActionHandle, _ call: CallHandle, _ action: PluginAction, deadline: UInt32) {
    guard books({ $0.deliver(handle) }), tables != nil else { return }
    var arguments = action.lend(&loop.arena)
    let status = loop.call(action.function(of: tables!)) {
      action.run(tables!, hsw_action(id: handle.rawValue), hsw_call(id: call.rawValue), &arguments, deadline: deadline)
    }
    // No status means that the function hangs and the instance was given up.
    guard let status else { return }
    books { $0.returned(status ?? HSW_E_NOTSUP, for: handle) }
  }

  /// Tells the plugin the host's decision about a transfer that the far end requested.
  private func decide(_ call: CallHandle, _ isAccepted: Bool, _ fault: TransportFault?) {
    guard let tables, books({ $0.calls.contains(call.rawValue) }), let verdict = tables.transfer.verdict else { return }
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

  func ask(_ order: PeerOrder) -> PeerAnswer {
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
