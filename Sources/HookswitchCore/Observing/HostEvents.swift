internal import CallControl

/// What happens from now on, in order; what a slow reader loses is told.
///
/// It begins when it is made, not when it is first read: make it before you do what you want to hear of.
public struct HostEvents: AsyncSequence, Sendable {
  /// One event.
  public typealias Element = HostEvent
  /// It does not fail.
  public typealias Failure = Never

  let feed: EventFeed
  let lifetime: FeedLifetime

  init(_ core: HostCore, line: LineID?, limit: Int) {
    let feed = EventFeed(core, line: line, limit: limit)
    self.feed = feed
    lifetime = FeedLifetime { feed.stop() }
  }

  /// Reads on where the last reader stopped; one at a time.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: feed, lifetime: lifetime)
  }

  /// Waits for the next event.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: EventFeed
    let lifetime: FeedLifetime

    /// The next event; nil when the task was cancelled.
    public mutating func next() async -> HostEvent? {
      await next(isolation: nil)
    }

    /// The next event; nil when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> HostEvent? {
      switch await feed.mailbox.next() {
      case .element(let event): event
      case .lagged(let count): HostEvent(time: feed.now, line: nil, body: .lagged(count))
      case nil: nil
      }
    }
  }
}
