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

/// Everything that observers see of one turn of a line.
package struct TurnNews: Sendable {
  /// The line.
  package let line: LineID
  /// The turn's time on the host's clock.
  package let time: Instant
  /// The line's change; nil when no snapshot changed.
  package let change: LineChange?
  /// The turn's events, in order.
  package let events: [HostEvent.Body]

  /// Creates the news of a turn.
  package init(line: LineID, time: Instant, change: LineChange?, events: [HostEvent.Body]) {
    (self.line, self.time, self.change, self.events) = (line, time, change, events)
  }
}

/// A receiver of news; the drainer of a line calls it, and it must not block.
package protocol NewsReceiver: AnyObject, Sendable {
  func take(_ news: HostNews)
  /// Takes a whole turn; called for the interest `turns` alone.
  func take(_ turn: TurnNews)
}

extension NewsReceiver {
  /// Does nothing.
  package func take(_ turn: TurnNews) {}
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
    /// Whole turns, in place of their changes and events; events outside turns come one by one.
    package static let turns = Interest(rawValue: 4)

    /// The interests that need the changes of lines.
    fileprivate static let needingChanges: Interest = [.changes, .turns]
  }

  private struct Entry {
    let receiver: any NewsReceiver
    let interest: Interest
    /// The only line whose news the receiver takes; nil for all lines.
    let line: LineID?

    /// Returns true if the receiver takes news of any of these interests about `line`; nil is news about no line, which all take.
    func takes(_ interests: Interest, on line: LineID?) -> Bool {
      !interest.isDisjoint(with: interests) && (self.line == nil || line == nil || self.line == line)
    }
  }

  private struct Registry {
    var entries: [Entry] = []
    var observations: UInt64 = 0

    /// Returns true when a receiver has any of these interests.
    func hasReceivers(of interest: Interest) -> Bool { entries.contains { !$0.interest.isDisjoint(with: interest) } }
  }

  private let registry = Locked(Registry())
  private let current = Atomic<UInt64>(0)
  private let tellsChanges = Atomic<Bool>(false)
  private let tellsEvents = Atomic<Bool>(false)
  private let tellsTurns = Atomic<Bool>(false)
  private let lags = Atomic<UInt64>(0)

  /// The times that an observer was too slow and lost news, counted once until it learns of the loss.
  package var lagCount: UInt64 { lags.load(ordering: .relaxed) }

  /// Counts an observer that lost news.
  func noteLag() { lags.wrappingAdd(1, ordering: .relaxed) }

  /// The number of the present observation of changes, which begins with the first receiver after none.
  ///
  /// 0 without receivers of changes.
  var observation: UInt64 { current.load(ordering: .acquiring) }

  /// True while changes have receivers of their own, beside those of whole turns.
  var hasChangeReceivers: Bool { tellsChanges.load(ordering: .acquiring) }

  /// True while events have receivers.
  var hasEventReceivers: Bool { tellsEvents.load(ordering: .acquiring) }

  /// True while whole turns have receivers.
  var hasTurnReceivers: Bool { tellsTurns.load(ordering: .acquiring) }

  /// Adds a receiver of one line's news, or of all news.
  package func add(_ receiver: any NewsReceiver, of interest: Interest, line: LineID? = nil) {
    registry.withLock { registry in
      if !interest.isDisjoint(with: .needingChanges), !registry.hasReceivers(of: .needingChanges) {
        registry.observations += 1
        current.store(registry.observations, ordering: .releasing)
      }
      registry.entries.append(Entry(receiver: receiver, interest: interest, line: line))
      noteReceivers(registry)
    }
  }

  package func remove(_ receiver: any NewsReceiver) {
    registry.withLock { registry in
      registry.entries.removeAll { $0.receiver === receiver }
      if !registry.hasReceivers(of: .needingChanges) { current.store(0, ordering: .releasing) }
      noteReceivers(registry)
    }
  }

  private func noteReceivers(_ registry: borrowing Registry) {
    tellsChanges.store(registry.hasReceivers(of: .changes), ordering: .releasing)
    tellsEvents.store(registry.hasReceivers(of: .events), ordering: .releasing)
    tellsTurns.store(registry.hasReceivers(of: .turns), ordering: .releasing)
  }

  func tell(_ news: HostNews) { tell(news, to: news.kind) }

  func tell(_ turn: TurnNews) {
    for entry in entries where entry.takes(.turns, on: turn.line) { entry.receiver.take(turn) }
  }

  /// Tells an event outside a turn, if it has receivers.
  func tell(_ line: LineID?, at time: Instant, _ body: @autoclosure () -> HostEvent.Body) {
    if hasEventReceivers || hasTurnReceivers { tell(.event(HostEvent(time: time, line: line, body: body())), to: [.events, .turns]) }
  }

  /// The receivers as they are now: each call of `take` is outside the lock, and may add or remove receivers.
  private var entries: [Entry] { registry.withLock { $0.entries } }

  private func tell(_ news: HostNews, to interest: Interest) {
    for entry in entries where entry.takes(interest, on: news.line) { entry.receiver.take(news) }
  }
}
