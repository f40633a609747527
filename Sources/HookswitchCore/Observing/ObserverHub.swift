package import CallControl
internal import Locking
internal import Synchronization

/// One step of the host's stream, which every observer reads.
///
/// Each turn of a line gives its change first, then its events. Whoever asked for something in that turn learns the outcome only afterwards.
package enum HostNews: Sendable {
  /// A line changed.
  case change(LineChange)
  /// Something happened that snapshots do not show.
  case event(HostEvent)

  /// The line of the change or event; nil for an event that concerns no line.
  fileprivate var line: LineID? {
    switch self {
    case .change(let change): change.line
    case .event(let event): event.line
    }
  }

  fileprivate var kind: ObserverHub.Interest {
    switch self {
    case .change: .changes
    case .event: .events
    }
  }
}

/// A receiver of news; the drainer of a line calls it, and it must not block.
package protocol NewsReceiver: AnyObject, Sendable {
  func take(_ news: HostNews)
}

/// The registry of observers; news is made once, and only for registered observers.
package final class ObserverHub: Sendable {
  /// The kinds of news that a receiver takes.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let changes = Interest(rawValue: 1)
    package static let events = Interest(rawValue: 2)
  }

  private struct Entry {
    let receiver: any NewsReceiver
    let interest: Interest
    /// The only line whose news the receiver takes; nil for all lines.
    let line: LineID?
  }

  private struct Registry {
    var entries: [Entry] = []
    var observations: UInt64 = 0

    func hasReceivers(of interest: Interest) -> Bool { entries.contains { $0.interest.contains(interest) } }
  }

  private let registry = Locked(Registry())
  private let current = Atomic<UInt64>(0)
  private let tellsEvents = Atomic<Bool>(false)

  /// The number of the present observation of changes, which begins with the first receiver after none.
  ///
  /// 0 without receivers of changes.
  var observation: UInt64 { current.load(ordering: .acquiring) }

  /// True while events have receivers.
  var hasEventReceivers: Bool { tellsEvents.load(ordering: .acquiring) }

  /// Adds a receiver of one line's news, or of all news.
  package func add(_ receiver: any NewsReceiver, of interest: Interest, line: LineID? = nil) {
    registry.withLock { registry in
      if interest.contains(.changes), !registry.hasReceivers(of: .changes) {
        registry.observations += 1
        current.store(registry.observations, ordering: .releasing)
      }
      registry.entries.append(Entry(receiver: receiver, interest: interest, line: line))
      tellsEvents.store(registry.hasReceivers(of: .events), ordering: .releasing)
    }
  }

  package func remove(_ receiver: any NewsReceiver) {
    registry.withLock { registry in
      registry.entries.removeAll { $0.receiver === receiver }
      if !registry.hasReceivers(of: .changes) { current.store(0, ordering: .releasing) }
      tellsEvents.store(registry.hasReceivers(of: .events), ordering: .releasing)
    }
  }

  func tell(_ news: HostNews) {
    let (kind, line) = (news.kind, news.line)
    for entry in registry.withLock({ $0.entries }) where entry.interest.contains(kind) {
      if let only = entry.line, let line, only != line { continue }
      entry.receiver.take(news)
    }
  }

  /// Tells an event, if anybody listens.
  func tell(_ line: LineID?, at time: Instant, _ body: @autoclosure () -> HostEvent.Body) {
    if hasEventReceivers { tell(.event(HostEvent(time: time, line: line, body: body()))) }
  }
}
