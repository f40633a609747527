internal import Locking
internal import TransportABI

// The life of an instance, on its loop.
extension TransportInstance {
  /// Runs create, init, get_extension for each extension, and activate.
  func live(configuration: String) {
    guard tables == nil, books({ $0.phase }) == .created else { return }
    guard let made = create(configuration: configuration) else { return }
    tables = PluginTables(instance: made)
    books { $0.phase = .initialized }
    guard step(.`init`, { made.`init`?(made.ctx, $0) ?? HSW_E_NOTSUP }), fetch() else { return }
    openGate()
    books { $0.phase = .active }
    guard step(.activate, { made.activate?(made.ctx, $0) ?? HSW_E_NOTSUP }) else { return }
    let offers = tables?.offers ?? []
    books { ledger in
      guard ledger.phase == .active else { return }
      ledger.words.append(.activated(offers: offers))
      if !ledger.hasSaidLine { ledger.words.append(.line(.ready, retryAfterMilliseconds: 0, nil)) }
    }
  }

  private func create(configuration: String) -> hsw_instance? {
    let host = HostTables.host(for: context, name: settings.hostName, version: settings.hostVersion)
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    var out: UnsafePointer<hsw_instance>?
    let id = transport.descriptor.id
    loop.arena.begin(bytes: id.utf8.count + configuration.utf8.count, texts: 2)
    let (idText, configurationText) = (loop.arena.put(id), loop.arena.put(configuration))
    let entry = transport.module.entry
    guard let status = loop.call(.create, { entry.create?(idText, host, configurationText, &out, &why) ?? HSW_E_NOTSUP }) else {
      return nil
    }
    guard status == HSW_OK, let out else {
      die(.refused(step: "create", code: status, text: BorrowedText.read(buffer: why.text)))
      return nil
    }
    guard let made = GrowingTable.copy(out, as: hsw_instance.self, zero: hsw_instance()), made.flags & UInt32(HSW_MUST) == 0,
      made.`init` != nil, made.activate != nil, made.deactivate != nil, made.reset != nil, made.destroy != nil,
      made.get_extension != nil
    else {
      die(.refused(step: "create", code: HSW_E_NOTSUP, text: "its table of functions is not complete"))
      return nil
    }
    return made
  }

  /// Runs one step that may fail with a reason; false when it failed and the instance is lost.
  private func step(_ call: PluginCall, _ body: (UnsafeMutablePointer<hsw_why>) -> hsw_status) -> Bool {
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    guard let status = loop.call(call, { body(&why) }) else { return false }
    guard status == HSW_OK else {
      die(.refused(step: call.name, code: status, text: BorrowedText.read(buffer: why.text)))
      return false
    }
    return true
  }

  private func fetch() -> Bool {
    guard var tables else { return false }
    let error = loop.call(.getExtension) { () -> PluginTables.ExtensionError? in
      do throws(PluginTables.ExtensionError) {
        try tables.fetch()
        return nil
      } catch {
        return error
      }
    }
    guard let error else { return false }
    if let error {
      die(.refused(step: "get_extension(\(error.id))", code: HSW_E_NOTSUP, text: error.reason))
      return false
    }
    self.tables = tables
    return true
  }

  private func die(_ loss: TransportLoss) { lose(loss) }

  /// Runs deactivate; destroy follows at once, when the transport is ready, or at the time-out.
  func deactivate(drain: UInt32) {
    guard let made = tables?.instance, books({ $0.phase }) == .active else {
      if books({ $0.phase != .destroying && $0.phase != .destroyed && $0.phase != .draining }) { destroy() }
      return
    }
    // Without a drain every call ends now, so the host takes the rings back first.
    if drain == 0, !releaseAll() { return }
    books { $0.phase = .draining }
    guard let status = loop.call(.deactivate, { made.deactivate?(made.ctx, drain) ?? HSW_OK }) else { return }
    guard status == HSW_PENDING, books({ $0.phase }) == .draining else { return destroy() }
    guard drain != .max else { return }
    let time = LoopClock.now() + (UInt64(drain) + UInt64(settings.drainGraceMilliseconds)) * 1_000_000
    drainTimer = loop.timers.add(at: time, period: 0, .order(self, .destroy))
  }

  /// Runs the queued posts, then destroy; `closed` is the instance's last message.
  func destroy() {
    guard books({ $0.phase != .destroying && $0.phase != .destroyed }) else { return }
    books { $0.phase = .deactivated }
    loop.runPosts(of: self)
    let goes = books { ledger in
      guard ledger.phase == .deactivated else { return false }
      ledger.phase = .destroying
      ledger.forgetAll(.notRunning)
      return true
    }
    guard goes else { return }
    // A thread may have posted between the last look at the queue and the end of the phase.
    loop.runPosts(of: self)
    if demolish() { finish(.closed) }
  }

  /// Destroys the instance after a loss that its thread survived; its calls are reset first.
  func dismantle() {
    guard books({ $0.phase }) == .destroying else { return }
    loop.runPosts(of: self)
    if let made = tables?.instance {
      guard releaseAll(), withoutTick(.reset, { made.reset?(made.ctx) }) != nil else { return }
    }
    if demolish() { finish(nil) }
  }

  private func demolish() -> Bool {
    guard let made = tables?.instance else { return true }
    guard releaseAll() else { return false }
    // From here on the host calls nothing of it but destroy.
    tables = nil
    let isGone: Void? = withoutTick(.destroy) {
      made.destroy?(made.ctx)
      gate.lead(to: nil, nil)
      audio.withLock { $0.clock = nil }
    }
    return isGone != nil
  }
}
