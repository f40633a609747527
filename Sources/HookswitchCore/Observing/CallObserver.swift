public import CallControl
public import Dispatch
internal import Locking

/// Sees the calls of a host, whoever began them.
///
/// After [`CXCallObserver`](https://developer.apple.com/documentation/callkit/cxcallobserver), with async sequences beside the delegate. Slow
/// observers stop nobody. All functions may be called on any thread.
public final class CallObserver: Sendable {
  package let host: CallHost
  package let line: LineID?
  private let relay = Locked<DelegateRelay?>(nil)

  /// Observes one line, or with nil all of them.
  public init(host: CallHost, line: LineID? = nil) {
    self.host = host
    self.line = line
  }

  deinit {
    guard let relay = relay.withLock({ $0 }) else { return }
    host.core.observers.remove(relay)
    relay.stop()
  }

  /// The calls that are shown now, line by line, the oldest first.
  public var calls: [Call] { host.core.snapshots(of: line).flatMap(\.calls) }

  /// Names who hears of changes from now on; nil: nobody.
  ///
  /// The delegate is held weakly, as CallKit does: whoever wants to hear keeps it. With nil for a queue it is called on one of the observer's own.
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
    if let new { host.core.observers.add(new, line: line) }
  }

  /// How many changes its delegate did not get, because it was slower than they came; those of a call that has ended may be among them.
  public var missedChanges: Int { relay.withLock { $0 }?.missed ?? 0 }

  /// The line as it is now, and then the latest each time that it has changed; of an observer of all lines, the line `main`.
  public var snapshots: LineSnapshots { LineSnapshots(core: host.core, line: line ?? .main) }

  /// What is seen now, and then every change in order; a reader who is more than `limit` behind loses the oldest, and is told so.
  public func history(limit: Int = 256) -> LineHistory {
    LineHistory(core: host.core, line: line, limit: limit)
  }

  /// What happens from now on; a reader who is more than `limit` behind loses the oldest, and is told so.
  public func events(limit: Int = 1_024) -> HostEvents {
    HostEvents(host.core, line: line, limit: limit)
  }
}
