internal import TransportABI

// The extensions about an instance as a whole.
extension Extension {
  static let line = Extension(
    HSW_EXT_LINE,
    hsw_line(
      size: UInt32(MemoryLayout<hsw_line>.size), flags: 0,
      set_registered: { context, action, on, _ in Host.at(context)?.setRegistered(action, on) ?? HSW_E_INVAL })
  ) { $0 is any LineTransport.Type }

  static let config = Extension(
    HSW_EXT_CONFIG,
    hsw_config(
      size: UInt32(MemoryLayout<hsw_config>.size), flags: 0,
      schema: { context in Host.at(context)?.kind.schema?.pointer.pointee ?? hsw_str(p: nil, n: 0) },
      apply: { context, action, json, _ in Host.at(context)?.apply(action, json) ?? HSW_E_INVAL })
  ) { $0 is any ConfigurableTransport.Type }

  static let state = Extension(
    HSW_EXT_STATE,
    hsw_state(
      size: UInt32(MemoryLayout<hsw_state>.size), flags: 0,
      save: { context, sink in Host.at(context)?.save(sink) ?? HSW_E_INVAL },
      load: { context, source in Host.at(context)?.load(source) ?? HSW_E_INVAL })
  ) { $0 is any PersistentTransport.Type }

  static let health = Extension(
    HSW_EXT_HEALTH,
    hsw_health(
      size: UInt32(MemoryLayout<hsw_health>.size), flags: 0,
      ping: { context, action, _ in Host.at(context)?.ping(action) ?? HSW_E_INVAL })
  ) { $0 is any MonitoredTransport.Type }

  static let diag = Extension(
    HSW_EXT_DIAG,
    hsw_diag(
      size: UInt32(MemoryLayout<hsw_diag>.size), flags: 0,
      dump: { context, call, level, sink in Host.at(context)?.dump(call, level, sink) ?? HSW_E_INVAL })
  ) { $0 is any DiagnosableTransport.Type }

  static let testPeer = Extension(
    HSW_EXT_TESTPEER,
    hsw_test_peer(
      size: UInt32(MemoryLayout<hsw_test_peer>.size), flags: 0,
      dialable: { context, out in Host.at(context)?.fillDialable(out) ?? HSW_E_INVAL },
      call: { context, from in Host.at(context)?.callIn(from) ?? HSW_E_INVAL },
      order: { context, call, what, argument in Host.at(context)?.order(call, what, argument) ?? HSW_E_INVAL },
      observe: { context, call, sink in Host.at(context)?.observe(call, sink) ?? HSW_E_INVAL })
  ) { $0 is any TestPeerTransport.Type }
}

extension Host {
  /// Serves `line.set_registered`.
  func setRegistered(_ action: hsw_action, _ on: UInt32) -> hsw_status {
    guard let face = faces.line else { return HSW_E_NOTSUP }
    guard phase == .active else { return HSW_E_STATE }
    guard on <= 1 else { return HSW_E_RANGE }
    return perform(action, about: 0, .other) { (action) throws(TransportError) in
      try face.setRegistered(on == 1, action: action)
    }
  }

  /// Serves `config.apply`.
  func apply(_ action: hsw_action, _ json: hsw_str) -> hsw_status {
    guard let face = faces.configurable else { return HSW_E_NOTSUP }
    guard isServing else { return HSW_E_STATE }
    return perform(action, about: 0, .other) { (action) throws(TransportError) in
      try face.apply(try Configuration(json), action: action)
    }
  }

  /// Serves `health.ping`.
  func ping(_ action: hsw_action) -> hsw_status {
    guard let face = faces.monitored else { return HSW_E_NOTSUP }
    guard isServing else { return HSW_E_STATE }
    return perform(action, about: 0, .other) { (action) throws(TransportError) in try face.ping(action: action) }
  }

  /// Serves `state.save`.
  func save(_ sink: UnsafePointer<hsw_sink>) -> hsw_status {
    guard let face = faces.persistent else { return HSW_E_NOTSUP }
    guard isServing else { return HSW_E_STATE }
    return status { () throws(TransportError) in try write(try face.save(), to: sink.pointee) }
  }

  /// Serves `state.load`.
  func load(_ source: UnsafePointer<hsw_source>) -> hsw_status {
    guard let face = faces.persistent else { return HSW_E_NOTSUP }
    guard isServing else { return HSW_E_STATE }
    return status { () throws(TransportError) in try face.load(try read(source.pointee)) }
  }

  /// Serves `diag.dump`.
  func dump(_ handle: hsw_call, _ level: UInt32, _ sink: UnsafePointer<hsw_sink>) -> hsw_status {
    guard let face = faces.diagnosable else { return HSW_E_NOTSUP }
    guard isServing else { return HSW_E_STATE }
    guard handle.id == 0 || calls[handle.id] != nil else { return HSW_E_NOCALL }
    return status { () throws(TransportError) in
      let json = try face.diagnostics(of: handle.id == 0 ? nil : Call(id: handle.id), level: level)
      try write(Array(json.utf8), to: sink.pointee)
    }
  }

  /// Serves `test-peer.dialable`.
  func fillDialable(_ out: UnsafeMutablePointer<hsw_call_info>) -> hsw_status {
    guard let face = faces.testPeer else { return HSW_E_NOTSUP }
    guard isServing else { return HSW_E_STATE }
    if dialable == nil {
      let texts = StaticText()
      let info = face.dialable()
      var table = hsw_call_info()
      table.handle_kind = texts.keep(info.kind)
      table.handle = texts.keep(info.handle)
      table.display_name = texts.keep(info.displayName)
      dialable = (table, texts)
    }
    guard var info = dialable?.info else { return HSW_E_FAIL }
    info.size = UnsafeRawPointer(out).loadUnaligned(as: UInt32.self)
    let known = min(Int(info.size), MemoryLayout<hsw_call_info>.size)
    withUnsafeBytes(of: info) { UnsafeMutableRawPointer(out).copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: known) }
    return HSW_OK
  }

  /// Serves `test-peer.call`.
  func callIn(_ from: UnsafePointer<hsw_call_info>) -> hsw_status {
    guard let face = faces.testPeer else { return HSW_E_NOTSUP }
    guard phase == .active else { return HSW_E_STATE }
    return status { () throws(TransportError) in try face.callIn(from: try CallInfo(from)) }
  }

  /// Serves `test-peer.order`.
  func order(_ handle: hsw_call, _ what: UInt32, _ argument: hsw_str) -> hsw_status {
    guard let face = faces.testPeer else { return HSW_E_NOTSUP }
    guard hasCalls else { return HSW_E_STATE }
    guard calls[handle.id] != nil else { return HSW_E_NOCALL }
    return status { () throws(TransportError) in
      guard let order = PeerOrder(what, try text(argument)) else { throw TransportError(.outOfRange) }
      if case .dtmf(let digits) = order, !isDTMF(digits) { throw TransportError(.invalid) }
      try face.order(order, on: Call(id: handle.id))
    }
  }

  /// Serves `test-peer.observe`.
  func observe(_ handle: hsw_call, _ sink: UnsafePointer<hsw_sink>) -> hsw_status {
    guard let face = faces.testPeer else { return HSW_E_NOTSUP }
    guard isServing else { return HSW_E_STATE }
    return status { () throws(TransportError) in try write(Array(try face.observe(Call(id: handle.id)).utf8), to: sink.pointee) }
  }

  /// Runs a method without an action, whose failure can only return a code.
  func status(_ body: () throws(TransportError) -> Void) -> hsw_status {
    turn = Turn()
    defer { turn = Turn() }
    do {
      try body()
      return HSW_OK
    } catch {
      if !error.message.isEmpty { log(.debug, error.message) }
      return error.code.rawValue
    }
  }
}
