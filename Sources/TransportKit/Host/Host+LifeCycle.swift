internal import TransportABI

extension Host {
  /// Makes the transport, without calling the host.
  func make(_ configuration: Configuration) throws(TransportError) {
    let transport = try kind.type.init(host: self, configuration: configuration)
    self.transport = transport
    faces = Faces(transport, kind.offers)
    instance.pointee = makeInstanceTable(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Serves `init`.
  func begin(_ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
    guard phase == .created else { return HSW_E_STATE }
    phase = .idle
    services = HostServices(of: table)
    guard services.loop.add_timer != nil else {
      phase = .failed
      return explain(TransportError(.notSupported, "the host offers no \(HSW_HEXT_LOOP), which every transport needs"), why)
    }
    gate.open(for: self)
    return attempt(why, else: .failed) { () throws(TransportError) in try transport?.begin() }
  }

  /// Serves `activate`.
  func activate(_ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
    guard phase == .idle else { return HSW_E_STATE }
    phase = .active
    return attempt(why, else: .idle) { () throws(TransportError) in try transport?.activate() }
  }

  /// Serves `deactivate`.
  func deactivate(_ milliseconds: UInt32) -> hsw_status {
    guard phase == .active else { return HSW_E_STATE }
    turn = Turn()
    phase = .stopping
    if milliseconds == 0 { endAll() }
    if !calls.isEmpty {
      phase = .draining
      if milliseconds == .max { return HSW_PENDING }
      drainTimer = after(.milliseconds(Int64(milliseconds))) { [unowned self] in endAll() }
      if drainTimer != nil { return HSW_PENDING }
      // Without a timer the calls end at once rather than never.
      phase = .stopping
      endAll()
    }
    return rest() == .done ? HSW_OK : HSW_PENDING
  }

  /// Reports that the transport is at rest, after ``Transport/deactivate()`` returned pending.
  ///
  /// Ignored at any other time.
  public func deactivated() {
    guard phase == .settling else { return }
    phase = .idle
    _ = table.deactivated?(table.ctx)
  }

  /// Serves `reset`.
  func reset() {
    guard isUsable else { return }
    turn = Turn()
    detachAll()
    forgetAll()
    transport?.reset()
    finishDrainIfQuiet()
    turn = Turn()
  }

  /// Serves `destroy`.
  func destroy() {
    guard phase != .destroyed else { return }
    gate.close()
    if phase != .created {
      phase = .failed
      detachAll()
      forgetAll()
      transport?.reset()
      stopAll()
    }
    phase = .destroyed
    transport?.close()
    faces = Faces()
    transport = nil
  }

  /// Finishes a drain and tells the host, if the last call has ended.
  func finishDrainIfQuiet() {
    guard phase == .draining, calls.isEmpty else { return }
    cancel(drainTimer)
    drainTimer = nil
    if rest() == .done { _ = table.deactivated?(table.ctx) }
  }

  /// Completes a deactivation without calls: cancels the open actions.
  private func rest() -> Outcome {
    phase = .settling
    detachOwn()
    for id in actions.keys.sorted() { complete(id, TransportError(.cancelled, "the transport was deactivated")) }
    guard transport?.deactivate() == .pending else {
      phase = .idle
      return .done
    }
    return .pending
  }

  /// Ends every call, on the wire and for the host.
  private func endAll() {
    for id in calls.keys.sorted() {
      let call = Call(id: id)
      calls[id]?.isEnding = true
      // The result does not matter: the call ends with the drain.
      _ = try? transport?.end(call, why: .hangUp, action: Action(id: 0, call: call))
      close(call, .local, nil)
    }
  }

  private func attempt(
    _ why: UnsafeMutablePointer<hsw_why>, else fallback: Phase, _ body: () throws(TransportError) -> Void
  ) -> hsw_status {
    turn = Turn()
    defer { turn = Turn() }
    do {
      try body()
      return HSW_OK
    } catch {
      phase = fallback
      return explain(error, why)
    }
  }
}
