internal import Glibc
package import Locking
internal import TransportABI

/// The host as one instance under test sees it: it accepts what the contract allows, and records everything.
///
/// `@unchecked Sendable`: a lock guards `state`, the log is Sendable, and the tables are written once, before the plugin sees them. Only
/// functions checked to run on the loop touch the loop's state.
package final class HarnessHost: LoopUser, @unchecked Sendable {
  let loop: VirtualLoop
  let offer: HostOffer
  let crossings: CrossingLog
  let page: LastCallPage
  /// Runs at the start of each host function, on the caller's thread, so that tests can block it.
  package let interruption = LockedFunction<@Sendable (HostFunction) -> Void>()
  private let state: Locked<Ledger>
  /// The number of times that each plugin function ran, keyed by the address of its name.
  private let calls = Locked<[UInt: UInt64]>([:])
  private(set) var table: UnsafePointer<hsw_host>
  private let tables: HostTables
  /// The memory of what it lends outside of plugin functions.
  let arena: GuardedArena

  /// Creates the host of one instance, on `loop`.
  init(_ loop: VirtualLoop, _ offer: HostOffer, arena: GuardedArena, crossings: CrossingLog, page: LastCallPage) {
    self.loop = loop
    self.offer = offer
    self.crossings = crossings
    self.page = page
    self.arena = arena
    state = Locked(Ledger())
    tables = HostTables(offer, arena)
    table = tables.unbound
    // The context is never freed, so that a plugin that calls the host after destroy is recorded instead of crashing.
    let context = Unmanaged.passRetained(self).toOpaque()
    table = tables.bound(to: context)
    Self.contexts.withLock { _ = $0.insert(UInt(bitPattern: context)) }
  }

  /// The contexts of all hosts; none is ever freed.
  private static let contexts = Locked<Set<UInt>>([])

  /// Returns the host with that context; nil for any other address.
  static func known(_ context: UnsafeMutableRawPointer) -> HarnessHost? {
    guard contexts.withLock({ $0.contains(UInt(bitPattern: context)) }) else { return nil }
    return Unmanaged<HarnessHost>.fromOpaque(context).takeUnretainedValue()
  }

  /// A copy of the ledger.
  var ledger: Ledger { state.withLock { $0 } }

  /// Reads the ledger without copying it; `body` calls nothing of the host.
  func consult<Result>(_ body: (borrowing Ledger) -> Result) -> Result { state.withLock { body($0) } }

  /// Changes the ledger.
  package func book<Result>(_ body: (inout Ledger) -> Result) -> Result {
    let now = loop.now
    return state.withLock { ledger in
      ledger.now = now
      let before = ledger.phase
      defer { if ledger.phase != before, !ledger.isFarEnd { page.phase = ledger.phase } }
      return body(&ledger)
    }
  }

  /// Takes the tables back from a plugin whose instance is destroyed, and forgets what the ledger has.
  ///
  /// From now on the plugin that uses a table faults. One that has kept the context and a function's address is refused, as before.
  package func takeBackTables() {
    for block in tables.blocks { arena.release(block) }
    state.withLock { ledger in
      ledger = Ledger()
      ledger.phase = .gone
    }
  }

  /// Returns the extension's table, or nil if the host does not offer it.
  func table(of id: String) -> UnsafeRawPointer? { tables.extensions[id] }

  /// Counts one more use of a plugin function, and returns the count.
  func ordinal(of function: StaticString) -> UInt64 {
    let name = UInt(bitPattern: function.utf8Start)
    return calls.withLock { calls in
      calls[name, default: 0] += 1
      return calls[name, default: 0]
    }
  }

  /// Enters a host function: checks that the plugin may use it now, runs `body`, and records the crossing.
  func enter(_ function: HostFunction, _ crossing: Crossing, _ body: () -> hsw_status) -> hsw_status {
    interruption.value?(function)
    var crossing = crossing
    let status = admitted(function) ?? offer.refusing[function] ?? body()
    if function.answersStatus { crossing.status = status }
    crossings.record(crossing)
    return status
  }

  /// Returns true if the plugin may now use a host function that returns no status. [any]
  func admit(_ function: HostFunction) -> Bool {
    interruption.value?(function)
    return admitted(function) == nil
  }

  /// Returns the status that refuses the function, noting a breach unless the instance is being destroyed; nil if it may run.
  private func admitted(_ function: HostFunction) -> hsw_status? {
    state.withLock { ledger in
      switch ledger.phase {
      case .created:
        ledger.note(.beforeInit, "\(function.rawValue) was called before init")
        return HSW_E_STATE
      case .gone:
        ledger.note(.afterDestroy, "\(function.rawValue) was called after destroy")
        return HSW_E_STATE
      case .dying where !(function.servesTheDying && loop.isCurrent): return HSW_E_STATE
      case .dying, .initialised, .active, .draining: break
      }
      if function.isReport, let stillness = ledger.stillness {
        ledger.note(.stillness, "\(function.rawValue) was called \(stillness)")
        return HSW_E_STATE
      }
      if function.isLoopOnly, !loop.isCurrent {
        ledger.note(.thread, "\(function.rawValue) was called from a thread that is not the instance's")
        return HSW_E_THREAD
      }
      return nil
    }
  }

  /// Makes the record of a crossing that the plugin begins.
  func crossing(_ function: HostFunction, call: UInt64 = 0, action: UInt64 = 0, _ detail: String = "") -> Crossing {
    Crossing(
      number: 0, direction: .toHost, function: function.rawValue, call: call, action: action, detail: detail, time: loop.now,
      isOnLoop: loop.isCurrent)
  }

  // MARK: callbacks from the loop

  package func fired(_ timer: VirtualTimers.Timer, _ id: UInt64) {
    callBack("timer callback") { timer.callback(timer.argument, hsw_timer(id: id)) }
  }

  package func isReady(_ watched: WatchedDescriptors.Watched, _ fd: CInt, _ events: UInt32) -> Bool {
    callBack("descriptor callback") { watched.callback(watched.argument, fd, events) }
    return true
  }

  /// Runs a callback that the plugin supplied, on the loop.
  func callBack(_ name: StaticString, _ body: () -> Void) {
    crossings.record(Crossing(number: 0, direction: .toPlugin, function: "\(name)", time: loop.now, isOnLoop: true))
    page.during(name, thread: .loop, call: ordinal(of: name)) { loop.timed(name, body) }
  }
}
