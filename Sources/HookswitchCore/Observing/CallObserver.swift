public import CallControl
public import Dispatch
internal import Locking

/// Observes a host's calls, of any origin.
///
/// After [`CXCallObserver`](https://developer.apple.com/documentation/callkit/cxcallobserver), with async sequences besides the delegate. A
/// slow observer delays no call. All functions may be called on any thread.
public final class CallObserver: Sendable {
  package let host: CallHost
  package let line: LineID?
  private let relay = Locked<DelegateRelay?>(nil)

  /// Observes one line, or all lines with nil.
  public init(host: CallHost, line: LineID? = nil) {
    self.host = host
    self.line = line
  }

  deinit {
    guard let relay = relay.withLock({ $0 }) else { return }
    host.core.observers.remove(relay)
    relay.stop()
  }

  /// The visible calls, line by line, the oldest first.
  public var calls: [Call] { host.core.snapshots(of: line).flatMap(\.calls) }

  /// Sets the delegate that receives changes, or none.
  ///
  /// As in CallKit, the observer holds the delegate weakly: keep a reference to it. Without a queue, the observer calls it on a queue of
  /// its own.
  public func setDelegate(_ delegate: (any CallObserverDelegate)?, queue: DispatchQueue? = nil) {
    let new = delegate.map { DelegateRelay($0, of: self, queue, host.core.activity) }
    let old = relay.withLock { relay in
      defer { relay = new }
      return relay
    }
    if let old {
      host.core.observers.remove(old)
      old.stop()
    }
    if let new { host.core.observers.add(new, of: .changes, line: line) }
  }

  /// The number of changes that a slow delegate missed, which may include those of ended calls.
  public var missedChanges: Int { relay.withLock { $0 }?.missed ?? 0 }

  /// The line's snapshot, and then the latest after each change; for an observer of all lines, of `main`.
  public var snapshots: LineSnapshots { LineSnapshots(core: host.core, line: line ?? .main) }

  /// Returns the present snapshots and then every change, in order; a reader over `limit` behind loses the oldest, with a `lagged` step.
  ///
  /// A request's result comes after its changes: once `PendingRequest.performed` returns, the history has them.
  public func history(limit: Int = 256) -> LineHistory {
    LineHistory(core: host.core, line: line, limit: limit)
  }

  /// Returns the events from now on; a reader over `limit` behind loses the oldest, with a `lagged` event.
  public func events(limit: Int = 1_024) -> HostEvents {
    HostEvents(host.core, line: line, limit: limit)
  }
}

extension CallObserver {
  /// Waits until a call is in `state`.
  ///
  /// It also waits for a call that is not there yet, and sees a state that passed quickly.
  ///
  /// - Returns: the call in that state; nil when it ends without reaching it, when it has ended before, within the last day, or when the
  ///   waiting task is cancelled.
  public func call(_ call: CallID, reaches state: CallState) async -> Call? {
    let feed = LineFeed(host.core, line: line, limit: 4_096, tellsLag: false)
    defer { feed.stop() }
    // A call that has ended changes no more: what the feed already has is all.
    if host.core.board.withLock({ $0.switchboard.hasEnded(call) }) { feed.stop() }
    var wasThere = false
    while case .element(let step)? = await feed.mailbox.next() {
      if let found = step.latest?[call] {
        if found.state == state { return found }
        wasThere = true
      } else if wasThere, calls.allSatisfy({ $0.uuid != call }) {
        return nil
      }
    }
    return nil
  }
}

/// Receives every change of the calls that an observer sees.
///
/// After [`CXCallObserverDelegate`](https://developer.apple.com/documentation/callkit/cxcallobserverdelegate).
public protocol CallObserverDelegate: AnyObject, Sendable {
  /// A call is new, has changed, or is over (`hasEnded`, once; `calls` no longer has it).
  ///
  /// Called on the observer's queue, one call at a time.
  func callObserver(_ observer: CallObserver, callChanged call: Call)
}
