public import CallControl
internal import Locking
internal import Synchronization

/// A receiver of changes; the drainer of a line calls it, and it must not block.
package protocol ChangeReceiver: AnyObject, Sendable {
  func take(_ change: LineChange)
}

/// A receiver of events; the drainer of a line calls it, and it must not block.
protocol EventReceiver: AnyObject, Sendable {
  func take(_ event: HostEvent)
}

/// The registry of observers; a change is made once, and only for registered observers.
package final class ObserverHub: Sendable {
  private struct Changes {
    var receivers: [(line: LineID?, receiver: any ChangeReceiver)] = []
    var count: UInt64 = 0
  }

  private let changes = Locked(Changes())
  private let events = Locked<[any EventReceiver]>([])
  private let current = Atomic<UInt64>(0)
  private let eventReceiverCount = Atomic<Int>(0)

  /// The number of the present observation, which begins with the first observer after none.
  ///
  /// 0 without observers.
  var observation: UInt64 { current.load(ordering: .acquiring) }

  /// True while events have receivers.
  var hasEventReceivers: Bool { eventReceiverCount.load(ordering: .acquiring) > 0 }

  /// The receivers of events.
  var eventReceivers: [any EventReceiver] { events.withLock { $0 } }

  /// Adds a receiver of changes of one line, or of all lines.
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

/// A line after a change, and the calls that changed.
public struct LineChange: Hashable, Sendable {
  /// The line's snapshot after the change.
  public let snapshot: LineSnapshot
  /// The calls that are new, changed or over; those that are over are in no snapshot.
  public let changed: [Call]

  /// The line that changed.
  public var line: LineID { snapshot.line }
}
