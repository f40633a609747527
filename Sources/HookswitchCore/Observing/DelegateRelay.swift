internal import CallControl
internal import Dispatch
internal import Locking

/// Delivers changes to an observer's delegate, on its queue.
///
/// The waiting list is bounded. Beyond `limit`, a new snapshot of a call replaces its older ones; beyond `most`, the oldest are dropped and
/// counted.
final class DelegateRelay: NewsReceiver {
  private struct Parties {
    weak var delegate: (any CallObserverDelegate)?
    weak var observer: CallObserver?
  }

  /// The snapshots that were dropped.
  private struct Losses {
    var count = 0
    /// True from a loss until the delegate has received what waits.
    var isBehind = false

    /// Adds dropped snapshots; returns true for the first since the delegate was up to date.
    mutating func add(_ more: Int) -> Bool {
      defer { isBehind = true }
      count += more
      return !isBehind
    }
  }

  private static let limit = 256
  /// The limit on waiting snapshots.
  private let most: Int

  private let parties: Locked<Parties>
  private let waiting = Locked<[Call]>([])
  private let losses = Locked(Losses())
  private let queue: DispatchQueue
  private let activity: Activity
  private let hub: ObserverHub

  init(_ delegate: any CallObserverDelegate, of observer: CallObserver, _ queue: DispatchQueue?, _ activity: Activity, most: Int = 4_096) {
    parties = Locked(Parties(delegate: delegate, observer: observer))
    // Serial even where the embedder's queue is not.
    self.queue = DispatchQueue(label: "hookswitch.observer", target: queue)
    self.activity = activity
    self.most = most
    hub = observer.host.core.observers
  }

  func take(_ news: HostNews) {
    guard case .change(let change) = news, !change.changed.isEmpty else { return }
    let (isFirst, excess) = waiting.withLock { waiting in
      let isFirst = waiting.isEmpty
      for call in change.changed {
        if waiting.count >= Self.limit { waiting.removeAll { $0.uuid == call.uuid } }
        waiting.append(call)
      }
      let excess = max(waiting.count - most, 0)
      waiting.removeFirst(excess)
      return (isFirst, excess)
    }
    if excess > 0, losses.withLock({ $0.add(excess) }) { hub.noteLag() }
    guard isFirst else { return }
    activity.enter()
    queue.async { [self] in
      deliver()
      activity.leave()
    }
  }

  /// The number of changes that the slow delegate missed.
  var missed: Int { losses.withLock { $0.count } }

  func stop() {
    parties.withLock { $0 = Parties() }
  }

  private func deliver() {
    while true {
      let calls = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      guard !calls.isEmpty else { return }
      losses.withLock { $0.isBehind = false }
      for call in calls {
        let (delegate, observer) = parties.withLock { ($0.delegate, $0.observer) }
        guard let delegate, let observer else { continue }
        delegate.callObserver(observer, callChanged: call)
      }
    }
  }
}
