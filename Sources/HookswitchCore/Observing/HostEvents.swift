internal import CallControl

/// The events from now on, in order; a slow reader is told how many it missed.
///
/// The sequence begins when it is created, so create it before the first action that you want to observe.
public struct HostEvents: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = HostEvent
  /// The sequence does not fail.
  public typealias Failure = Never

  let feed: EventFeed
  let lifetime: FeedLifetime

  init(_ core: HostCore, line: LineID?, limit: Int) {
    let feed = EventFeed(core, line: line, limit: limit)
    self.feed = feed
    lifetime = FeedLifetime { feed.stop() }
  }

  /// Continues after the last event read; use one iterator at a time.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: feed, lifetime: lifetime)
  }

  /// An iterator that waits for events.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: EventFeed
    let lifetime: FeedLifetime

    /// Returns the next event; nil when the task is cancelled.
    public mutating func next() async -> HostEvent? {
      await next(isolation: nil)
    }

    /// Returns the next event; nil when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> HostEvent? {
      switch await feed.mailbox.next() {
      case .element(let event): event
      case .lagged(let count): HostEvent(time: feed.now, line: nil, body: .lagged(count))
      case nil: nil
      }
    }
  }
}

/// A listener's queue of events.
final class EventFeed: NewsReceiver {
  let mailbox: Mailbox<HostEvent>
  private let core: HostCore

  init(_ core: HostCore, line: LineID?, limit: Int) {
    mailbox = Mailbox(limit: limit, tellsLag: true)
    self.core = core
    core.observers.add(self, of: .events, line: line)
  }

  /// The time on the host's clock.
  var now: Instant { core.clock.now }

  func take(_ news: HostNews) {
    if case .event(let event) = news, mailbox.put(event) { core.observers.noteLag() }
  }

  /// Stops listening.
  func stop() {
    core.observers.remove(self)
    mailbox.close()
  }
}
