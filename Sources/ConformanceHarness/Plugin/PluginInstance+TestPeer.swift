package import TransportABI

// The functions of test-peer/1.
extension PluginInstance {
  private var peer: hsw_test_peer { get throws { try need(HSW_EXT_TESTPEER, hsw_test_peer()) } }

  func peerDialable() throws -> (status: hsw_status, target: CallTarget) {
    let dialable = try need(peer.dialable, "test-peer.dialable")
    return cross("test-peer.dialable") { lender in
      let out = lender.sized(hsw_call_info())
      let status = dialable(table.ctx, out)
      let kind = ForeignText.read(out.pointee.handle_kind, "handle_kind")
      let handle = ForeignText.read(out.pointee.handle, "handle")
      for flaw in [kind.flaw, handle.flaw].compactMap({ $0 }) { host.book { $0.note(.text, "test-peer.dialable: \(flaw)") } }
      return (status, CallTarget(kind.text, handle.text))
    }
  }

  package func peerCall(_ from: CallTarget) throws -> hsw_status {
    let call = try need(peer.call, "test-peer.call")
    return cross("test-peer.call", saying: "from \(from.text)") { call(table.ctx, from.lent(by: $0)) }
  }

  package func peerOrder(_ call: CallRef, _ what: UInt32, _ argument: [UInt8] = []) throws -> hsw_status {
    let order = try need(peer.order, "test-peer.order")
    return cross("test-peer.order", call: call.id, saying: "order \(what)") { order(table.ctx, call.handle, what, $0.optional(argument)) }
  }

  package func peerObserve(_ call: CallRef, portion: Int = .max) throws -> (status: hsw_status, bytes: [UInt8]) {
    let observe = try need(peer.observe, "test-peer.observe")
    return collect("test-peer.observe", call: call.id, portion: portion) { observe(table.ctx, call.handle, $0) }
  }
}
