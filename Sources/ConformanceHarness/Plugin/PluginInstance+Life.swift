package import TransportABI

// The life of an instance.
extension PluginInstance {
  /// Calls init; from here on the plugin may call the host.
  package func initialise() throws -> Outcome {
    guard let start = table.`init` else { throw TestFailure("hsw_instance.init is NULL") }
    host.book { if $0.phase == .created { $0.phase = .initialised } }
    return outcome("instance.init") { start(table.ctx, $0) }
  }

  /// Calls activate; the ledger counts the instance as active meanwhile, since incoming calls may come from within.
  package func activate() throws -> Outcome {
    guard let activate = table.activate else { throw TestFailure("hsw_instance.activate is NULL") }
    let before = ledger.phase
    host.book { if $0.phase == .initialised { $0.phase = .active } }
    let outcome = outcome("instance.activate") { activate(table.ctx, $0) }
    if outcome.status != HSW_OK { host.book { $0.phase = before } }
    return outcome
  }

  package func deactivate(drain: UInt32) throws -> hsw_status {
    guard let deactivate = table.deactivate else { throw TestFailure("hsw_instance.deactivate is NULL") }
    let before = ledger.phase
    host.book { if $0.phase == .active { $0.phase = .draining } }
    let status = cross("instance.deactivate", saying: drain == .max ? "drain ~0" : "drain \(drain) ms") { _ in deactivate(table.ctx, drain)
    }
    host.book { ledger in
      guard ledger.phase == .draining else { return }
      if status == HSW_OK { ledger.phase = .initialised } else if status < 0 { ledger.phase = before }
    }
    return status
  }

  /// Calls reset; the ledger drops all calls and actions first.
  package func reset() throws {
    guard let reset = table.reset else { throw TestFailure("hsw_instance.reset is NULL") }
    host.book { $0.forgetAll() }
    withoutTicks { cross("instance.reset") { _ in reset(table.ctx) } }
  }

  /// Destroys the instance as a host does: pending posts run before, none after.
  package func destroy() throws {
    loop.runPosts(of: host)
    try destroyNow()
  }

  /// Destroys the instance without running its pending posts.
  func destroyNow() throws {
    guard let destroy = table.destroy else { throw TestFailure("hsw_instance.destroy is NULL") }
    host.book { ledger in
      ledger.forgetAll()
      ledger.phase = .dying
    }
    withoutTicks { cross("instance.destroy") { _ in destroy(table.ctx) } }
    host.book { $0.phase = .gone }
  }

  private func outcome(_ function: StaticString, _ body: (UnsafeMutablePointer<hsw_why>) -> hsw_status) -> Outcome {
    cross(function) { lender in
      let why = lender.sized(hsw_why())
      let status = body(why)
      return Outcome(status, why)
    }
  }
}
