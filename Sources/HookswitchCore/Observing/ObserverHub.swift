package import CallControl
internal import Locking
internal import Synchronization

/// Whoever hears of changes; called by the drainer of a line, and must not block.
package protocol ChangeReceiver: AnyObject, Sendable {
  func take(_ change: LineChange)
}

/// Whoever hears of events; called by the drainer of a line, and must not block.
protocol EventReceiver: AnyObject, Sendable {
  func take(_ event: HostEvent)
}

/// Tells observers: what is told is made once, and only when somebody listens.
package final class ObserverHub: Sendable {
  private struct Changes {
    var receivers: [(line: LineID?, receiver: any ChangeReceiver)] = []
    var count: UInt64 = 0
  }

  private let changes = Locked(Changes())
  private let events = Locked<[any EventReceiver]>([])
  private let current = Atomic<UInt64>(0)
  private let eventReceiverCount = Atomic<Int>(0)

  /// Which observation it is; a new one begins when somebody observes after nobody did.
  ///
  /// 0: nobody observes.
  var observation: UInt64 { current.load(ordering: .acquiring) }

  /// Whether anybody listens to events.
  var hasEventReceivers: Bool { eventReceiverCount.load(ordering: .acquiring) > 0 }

  /// Whoever listens to events now.
  var eventReceivers: [any EventReceiver] { events.withLock { $0 } }

  /// Adds a receiver of one line's changes, or of all lines'.
  package func add(_ receiver: any ChangeReceiver, line: LineID?) {
    changes.withLock { changes in
      if changes.receivers.isEmpty {
        changes.count += 1
        current.store(changes.count, ordering: .releasing)
      }
      changes.receivers.append((line, receiver))
    }
  }

  func remove(_ receiver: any ChangeReceiver) {
    changes.withLock { changes in
      changes.receivers.removeAll { $0.receiver === receiver }
      if changes.receivers.isEmpty { current.store(0, ordering: .releasing) }
    }
  }

  func add(_ receiver: any EventReceiver) {
    events.withLock { $0.append(receiver) }
    eventReceiverCount.add(1, ordering: .releasing)
  }

  func remove(_ receiver: any EventReceiver) {
    let removed = events.withLock { events in
      let before = events.count
      events.removeAll { $0 === receiver }
      return before - events.count
    }
    eventReceiverCount.subtract(removed, ordering: .releasing)
  }

  func tell(_ change: LineChange) {
    for (line, receiver) in changes.withLock({ $0.receivers }) where line == nil || line == change.line { receiver.take(change) }
  }

  func tell(_ event: HostEvent) {
    for receiver in eventReceivers { receiver.take(event) }
  }
}
