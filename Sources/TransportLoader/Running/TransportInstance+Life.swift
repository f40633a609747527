internal import Locking
internal import TransportABI

// The life of an instance, on its loop.
extension TransportInstance {
  /// Runs create, init, get_extension for each extension, and activate.
  func live(configuration: String) {
    guard tables == nil, books({ $0.phase }) == .created else { return }
    guard survives(establish(configuration: configuration)), survives(activate()) else { return }
    let offers = tables?.offers ?? []
    books { ledger in
      guard ledger.phase == .active else { return }
      ledger.words.append(.activated(offers: offers))
      if !ledger.hasSaidLine { ledger.words.append(.line(.ready, retryAfterMilliseconds: 0, nil)) }
    }
  }

  /// The outcome of a step of an instance's life.
  enum Step {
    case done
    case failed(TransportLoss)
    /// A function hangs, and the instance was given up.
    case hangs
  }

  /// Runs create, init and get_extension for each extension.
  func establish(configuration: String) -> Step {
    var made = hsw_instance()
    let created = create(configuration: configuration, &made)
    guard case .done = created else { return created }
    tables = PluginTables(instance: made)
    books { $0.phase = .initialized }
    let initialized = step(.`init`) { made.`init`?(made.ctx, $0) ?? HSW_E_NOTSUP }
    guard case .done = initialized else { return initialized }
    let fetched = fetch()
    if case .done = fetched { openGate() }
    return fetched
  }

  /// Runs activate.
  func activate() -> Step {
    guard let made = tables?.instance else { return .failed(.refused(step: "activate", code: HSW_E_STATE, text: "")) }
    books { $0.phase = .active }
    return step(.activate) { made.activate?(made.ctx, $0) ?? HSW_E_NOTSUP }
  }

  private func survives(_ step: Step) -> Bool {
    switch step {
    case .done: return true
    case .failed(let loss):
      lose(loss)
      return false
    case .hangs: return false
    }
  }

  private func create(configuration: String, _ made: inout hsw_instance) -> Step {
    let host = HostTables.host(for: context, name: settings.hostName, version: settings.hostVersion)
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    var out: UnsafePointer<hsw_instance>?
    let id = transport.descriptor.id
    loop.arena.begin(bytes: id.utf8.count + configuration.utf8.count, texts: 2)
    let (idText, configurationText) = (loop.arena.put(id), loop.arena.put(configuration))
    let module = transport.module
    guard let status = loop.call(.create, { module.create(for: self, idText, host, configurationText, &out, &why) }) else {
      return .hangs
    }
    guard status == HSW_OK, let out else {
      return .failed(.refused(step: "create", code: status, text: BorrowedText.read(buffer: why.text)))
    }
    guard let table = GrowingTable.copy(out, as: hsw_instance.self, zero: hsw_instance()), table.flags & UInt32(HSW_MUST) == 0,
      table.`init` != nil, table.activate != nil, table.deactivate != nil, table.reset != nil, table.destroy != nil,
      table.get_extension != nil
    else {
      return .failed(.refused(step: "create", code: HSW_E_NOTSUP, text: "its table of functions is not complete"))
    }
    made = table
    return .done
  }

  /// Runs one step that may fail with a reason.
  private func step(_ call: PluginCall, _ body: (UnsafeMutablePointer<hsw_why>) -> hsw_status) -> Step {
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    guard let status = loop.call(call, { body(&why) }) else { return .hangs }
    guard status == HSW_OK else {
      return .failed(.refused(step: call.name, code: status, text: BorrowedText.read(buffer: why.text)))
    }
    return .done
  }

  private func fetch() -> Step {
    guard var tables else { return .hangs }
    let error = loop.call(.getExtension) { () -> PluginTables.ExtensionError? in
      do throws(PluginTables.ExtensionError) {
        try tables.fetch()
        return nil
      } catch {
        return error
      }
    }
    guard let error else { return .hangs }
    if let error { return .failed(.refused(step: "get_extension(\(error.id))", code: HSW_E_NOTSUP, text: error.reason)) }
    self.tables = tables
    return .done
  }

  /// Runs deactivate; destroy follows at once, when the transport is ready, or at the time-out.
  func deactivate(drain: UInt32) {
    guard let made = tables?.instance, books({ $0.phase }) == .active else {
      if books({ $0.phase != .destroying && $0.phase != .destroyed && $0.phase != .draining }) { destroy() }
      return
    }
    guard let status = stop(made, drain: drain) else { return }
    guard status == HSW_PENDING, books({ $0.phase }) == .draining else { return destroy() }
    guard drain != .max else { return }
    let time = PluginClock.now() + (UInt64(drain) + UInt64(settings.drainGraceMilliseconds)) * 1_000_000
    drainTimer = loop.timers.add(at: time, period: 0, .order(self, .destroy))
  }

  /// Runs deactivate alone; `completion` is called when the plugin has stopped.
  func deactivateAlone(drain: UInt32, _ completion: @escaping @Sendable () -> Void) {
    guard let made = tables?.instance, books({ $0.phase }) == .active else { return completion() }
    guard let status = stop(made, drain: drain) else { return }
    whenStopped = completion
    if status != HSW_PENDING { stopped() }
  }

  /// Calls deactivate; nil when it hangs.
  private func stop(_ made: hsw_instance, drain: UInt32) -> hsw_status? {
    // Without a drain every call ends now, so the host takes the rings back first.
    if drain == 0, !releaseAll() { return nil }
    books { $0.phase = .draining }
    return loop.call(.deactivate) { made.deactivate?(made.ctx, drain) ?? HSW_OK }
  }

  /// Handles the end of a deactivation: destroy follows, where the same host ordered both.
  func stopped() {
    guard let completion = whenStopped.take() else { return destroy() }
    if books({ $0.phase == .draining }) { books { $0.phase = .deactivated } }
    completion()
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
