internal import TransportABI

extension Host {
  /// Makes the transport, without calling the host.
  func make(_ configuration: Configuration) throws(TransportError) {
    let transport = try kind.type.init(host: self, configuration: configuration)
    self.transport = transport
    faces = Faces(transport)
    instance.pointee = makeInstanceTable(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Serves `init`.
  func begin(_ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
    guard phase == .created else { return HSW_E_STATE }
    phase = .initialized
    services = HostServices(of: table)
    guard services.loop.add_timer != nil else {
      phase = .destroying
      return explain(TransportError(.notSupported, "the host offers no \(HSW_HEXT_LOOP), which every transport needs"), why)
    }
    gate.open(for: self)
    return attempt(why, else: .destroying) { () throws(TransportError) in try transport?.begin() }
  }

  /// Serves `activate`.
  func activate(_ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
    let before = phase
    guard before == .initialized || before == .deactivated else { return HSW_E_STATE }
    phase = .active
    return attempt(why, else: before) { () throws(TransportError) in try transport?.activate() }
  }

  /// Serves `deactivate`.
  func deactivate(_ milliseconds: UInt32) -> hsw_status {
    guard phase == .active, !standstill.isSilent else { return HSW_E_STATE }
    turn = Turn()
    phase = .draining(.ending)
    if milliseconds == 0 { endAll() }
    if !calls.isEmpty {
      phase = .draining(.waiting)
      if milliseconds == .max { return HSW_PENDING }
      drainTimer = after(.milliseconds(Int64(milliseconds))) { [unowned self] in endAll() }
      if drainTimer != nil { return HSW_PENDING }
      // Without a timer the calls end at once rather than never.
      phase = .draining(.ending)
      endAll()
    }
    return rest() == .done ? HSW_OK : HSW_PENDING
  }

  /// Reports that the transport is at rest, after ``Transport/deactivate()`` returned pending.
  ///
  /// Ignored at any other time.
  public func deactivated() {
    guard phase == .draining(.settling) else { return }
    phase = .deactivated
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
      phase = .destroying
      // The calls may be another instance's: this one must end without a word to the network.
      let isSilent = standstill.hasHandedOver
      if isSilent { standstill.place = .over }
      detachAll()
      forgetAll()
      if !isSilent { transport?.reset() }
      stopAll()
      standstill.work = []
      standstill.reports = []
    }
    phase = .destroyed
    transport?.close()
    faces = Faces()
    transport = nil
  }

  /// Finishes a drain and tells the host, if the last call has ended.
  func finishDrainIfQuiet() {
    guard phase == .draining(.waiting), calls.isEmpty else { return }
    cancel(drainTimer)
    drainTimer = nil
    if rest() == .done { _ = table.deactivated?(table.ctx) }
  }

  /// Completes a deactivation without calls: cancels the open actions.
  private func rest() -> Outcome {
    phase = .draining(.settling)
    detachOwn()
    for id in actions.keys.sorted() { complete(id, TransportError(.cancelled, "the transport was deactivated")) }
    guard transport?.deactivate() == .pending else {
      phase = .deactivated
      return .done
    }
    return .pending
  }

  /// Ends every call, on the wire and for the host.
  private func endAll() {
    for id in calls.keys.sorted() {
      let call = Call(id: id)
      calls[id]?.isEnding = true
      // Nobody has declined a call that rings, so its caller may try again: the host may be back, or another one in its place.
      let why: EndWhy = calls[id]?.stage == .incoming ? .elsewhere : .hangUp
      // The result does not matter: the call ends with the drain.
      _ = try? transport?.end(call, why: why, action: Action(id: 0, call: call))
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

/// Makes the function table of an instance.
private func makeInstanceTable(_ context: UnsafeMutableRawPointer) -> hsw_instance {
  hsw_instance(
    size: UInt32(MemoryLayout<hsw_instance>.size), flags: 0, ctx: context,
    init: { context, why in Host.at(context)?.begin(why) ?? HSW_E_INVAL },
    activate: { context, why in Host.at(context)?.activate(why) ?? HSW_E_INVAL },
    deactivate: { context, drain in Host.at(context)?.deactivate(drain) ?? HSW_E_INVAL },
    reset: { context in Host.at(context)?.reset() },
    destroy: { context in
      guard let context else { return }
      // Takes back the reference that create made for the host.
      Unmanaged<Host>.fromOpaque(context).takeRetainedValue().destroy()
    },
    get_extension: { context, id in Host.at(context)?.kind.extensionTable(id) })
}

/// The phases of an instance's life, in the words of the ABI's life cycle (transport.h); a function that does not fit the phase gets
/// HSW_E_STATE.
enum Phase: Equatable {
  /// Made; the host must not be called yet.
  ///
  /// Ends with init.
  case created
  /// Initialised.
  ///
  /// Ends with activate.
  case initialized
  /// Active: calls and actions are allowed.
  case active
  /// From deactivate until the transport is at rest.
  case draining(Drain)
  /// Deactivated.
  ///
  /// Ends with activate.
  case deactivated
  /// Init failed, or destroy has begun: only destroy follows.
  case destroying
  /// Destroyed.
  case destroyed

  /// The steps of a drain.
  enum Drain: Equatable {
    /// Calls may end, and no new ones begin.
    ///
    /// Ends with the last call.
    case waiting
    /// The kit is ending the calls.
    case ending
    /// No call is left, but the transport's own work is not finished.
    ///
    /// Ends when the transport calls `deactivated`.
    case settling
  }
}
