public import CallControl

/// How lines are now, and then every change of them, in order; what a slow reader loses is told.
public struct LineHistory: AsyncSequence, Sendable {
  /// A step of the history.
  public enum Element: Hashable, Sendable {
    /// A line as it was after a change; first, as it was when the reading began.
    case snapshot(LineSnapshot)
    /// So many pictures were lost here, the oldest first, because the reader was too slow.
    case lagged(Int)
  }

  /// It does not fail.
  public typealias Failure = Never

  let core: HostCore
  let line: LineID?
  let limit: Int

  /// Begins with the lines as they are now.
  public func makeAsyncIterator() -> Iterator {
    let feed = LineFeed(core, line: line, limit: limit, tellsLag: true)
    return Iterator(feed: feed, lifetime: FeedLifetime { feed.stop() })
  }

  /// Waits for the next step.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: LineFeed
    let lifetime: FeedLifetime

    /// The next step; nil when the task was cancelled.
    public mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    /// The next step; nil when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      switch await feed.mailbox.next() {
      case .element(let snapshot): .snapshot(snapshot)
      case .lagged(let count): .lagged(count)
      case nil: nil
      }
    }
  }
}
