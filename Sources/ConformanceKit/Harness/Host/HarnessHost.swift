internal import Glibc
internal import Locking
internal import TransportABI

/// The host as one instance under test sees it: it plays along with everything and writes all of it down.
///
/// `@unchecked Sendable`: `state` is behind its lock, the log is Sendable, and the tables are written once, before the plugin sees them.
/// What belongs to the loop is touched only by functions that were found to be called on it.
final class HarnessHost: @unchecked Sendable {
  let loop: VirtualLoop
  let offer: HostOffer
  let crossings: CrossingLog
  let page: LastCallPage
  /// Runs inside host functions before they do anything, on the caller's thread: for tests that block one.
  let interruption = Locked<(@Sendable (HostFunction) -> Void)?>(nil)
  private let state: Locked<Ledger>
  /// How often each function of the plugin's was called, by the address of its name.
  private let calls = Locked<[UInt: UInt64]>([:])
  private(set) var table: UnsafePointer<hsw_host>
  private let tables: HostTables

  /// A host on the current thread's loop.
  init(_ loop: VirtualLoop, _ offer: HostOffer, arena: GuardedArena, crossings: CrossingLog, page: LastCallPage) {
    self.loop = loop
    self.offer = offer
    self.crossings = crossings
    self.page = page
    state = Locked(Ledger())
    tables = HostTables(offer, arena)
    table = tables.unbound
    // A context is never freed: a plugin that calls after destroy finds somebody who writes that down.
    table = tables.bound(to: Unmanaged.passRetained(self).toOpaque())
  }

  /// What is in the books.
  var ledger: Ledger { state.withLock { $0 } }

  /// Changes the books.
  func book<Result>(_ body: (inout Ledger) -> Result) -> Result { state.withLock(body) }

  /// The extension's table, or nil where the host does not offer it.
  func table(of id: String) -> UnsafeRawPointer? { tables.extensions[id] }

  /// How manieth call of a function of the plugin's it is.
  func ordinal(of function: StaticString) -> UInt64 {
    let name = UInt(bitPattern: function.utf8Start)
    return calls.withLock { calls in
      calls[name, default: 0] += 1
      return calls[name, default: 0]
    }
  }

  /// A call of one of the host's functions: whether it may be made is looked at first, then `body` does it; all of it is written down.
  func enter(_ function: HostFunction, _ crossing: Crossing, _ body: () -> hsw_status) -> hsw_status {
    if let interruption = interruption.withLock({ $0 }) { interruption(function) }
    var crossing = crossing
    let status = admitted(function) ?? offer.refusing[function] ?? body()
    if function.answersStatus { crossing.status = status }
    crossings.record(crossing)
    return status
  }

  /// Whether a call of a function that answers no status may be made. [any]
  func admit(_ function: HostFunction) -> Bool {
    if let interruption = interruption.withLock({ $0 }) { interruption(function) }
    return admitted(function) == nil
  }

  /// Why the call may not be made, with the breach noted; nil if it may.
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
      if function.isLoopOnly, !loop.isCurrent {
        ledger.note(.thread, "\(function.rawValue) was called from a thread that is not the instance's")
        return HSW_E_THREAD
      }
      return nil
    }
  }

  /// A crossing from the plugin, begun.
  func crossing(_ function: HostFunction, call: UInt64 = 0, action: UInt64 = 0, _ detail: String = "") -> Crossing {
    Crossing(
      number: 0, direction: .toHost, function: function.rawValue, call: call, action: action, detail: detail, time: loop.now,
      isOnLoop: loop.isCurrent)
  }

  // MARK: what the loop brings to the plugin

  func fired(_ timer: VirtualTimers.Timer, _ id: UInt64) {
    callBack("timer callback") { timer.callback(timer.argument, hsw_timer(id: id)) }
  }

  func isReady(_ watched: WatchedDescriptors.Watched, _ fd: CInt, _ events: UInt32) {
    callBack("descriptor callback") { watched.callback(watched.argument, fd, events) }
  }

  /// Runs a function that the plugin gave us, on the loop.
  func callBack(_ name: StaticString, _ body: () -> Void) {
    crossings.record(Crossing(number: 0, direction: .toPlugin, function: "\(name)", time: loop.now, isOnLoop: true))
    page.during(name, thread: .loop, call: ordinal(of: name)) { loop.timed(name, body) }
  }
}
