public import CallControl

/// A line's present snapshot and then the latest after each change.
///
/// A slow reader misses intermediate snapshots; `LineHistory` has every step.
public struct LineSnapshots: AsyncSequence, Sendable {
  /// A snapshot of the line.
  public typealias Element = LineSnapshot
  /// The sequence does not fail.
  public typealias Failure = Never

  let core: HostCore
  let line: LineID

  /// Begins with the present snapshot.
  public func makeAsyncIterator() -> Iterator {
    let feed = LineFeed(core, line: line, limit: 1, tellsLag: false)
    return Iterator(feed: feed, lifetime: FeedLifetime { feed.stop() })
  }

  /// An iterator that waits for snapshots.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: LineFeed
    let lifetime: FeedLifetime

    /// Returns the next snapshot; nil when the task is cancelled.
    public mutating func next() async -> LineSnapshot? {
      await next(isolation: nil)
    }

    /// Returns the next snapshot; nil when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> LineSnapshot? {
      guard case .element(let snapshot)? = await feed.mailbox.next() else { return nil }
      return snapshot
    }
  }
}
