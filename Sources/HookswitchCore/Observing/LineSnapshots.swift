public import CallControl

/// How a line is now, and then how it is each time that it has changed: always the latest.
///
/// Whoever is slow misses what lay between, and sees the end of it. For every step: `LineHistory`.
public struct LineSnapshots: AsyncSequence, Sendable {
  /// A picture of the line.
  public typealias Element = LineSnapshot
  /// It does not fail.
  public typealias Failure = Never

  let core: HostCore
  let line: LineID

  /// Begins with the line as it is now.
  public func makeAsyncIterator() -> Iterator {
    let feed = LineFeed(core, line: line, limit: 1, tellsLag: false)
    return Iterator(feed: feed, lifetime: FeedLifetime { feed.stop() })
  }

  /// Waits for the next picture.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: LineFeed
    let lifetime: FeedLifetime

    /// The next picture; nil when the task was cancelled.
    public mutating func next() async -> LineSnapshot? {
      await next(isolation: nil)
    }

    /// The next picture; nil when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> LineSnapshot? {
      guard case .element(let snapshot)? = await feed.mailbox.next() else { return nil }
      return snapshot
    }
  }
}
