public import CallControl

/// The present snapshots of lines and then every change, in order; a slow reader is told how many it missed.
public struct LineHistory: AsyncSequence, Sendable {
  /// A step of the history.
  public enum Element: Hashable, Sendable {
    /// A line after a change, or at the beginning of the history.
    case snapshot(LineSnapshot)
    /// This many snapshots were lost here, the oldest first, because the reader was too slow.
    case lagged(Int)
  }

  /// The sequence does not fail.
  public typealias Failure = Never

  let core: HostCore
  let line: LineID?
  let limit: Int

  /// Begins with the present snapshots.
  public func makeAsyncIterator() -> Iterator {
    let feed = LineFeed(core, line: line, limit: limit, tellsLag: true)
    return Iterator(feed: feed, lifetime: FeedLifetime { feed.stop() })
  }

  /// An iterator that waits for steps.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: LineFeed
    let lifetime: FeedLifetime

    /// Returns the next step; nil when the task is cancelled.
    public mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    /// Returns the next step; nil when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      switch await feed.mailbox.next() {
      case .element(let snapshot): .snapshot(snapshot)
      case .lagged(let count): .lagged(count)
      case nil: nil
      }
    }
  }
}
