public import CallControl
internal import Locking

/// The present snapshots of lines and then every change, in order; a slow reader is told how many it missed.
public struct LineHistory: AsyncSequence, Sendable {
  /// A step of the history.
  public enum Element: Hashable, Sendable {
    /// A line as it was when the history began: the first step of each line that had calls then.
    case snapshot(LineSnapshot)
    /// A line changed.
    case change(LineChange)
    /// This many steps were lost here, the oldest first, because the reader was too slow; the next change has the whole line again.
    case lagged(Int)

    /// The line after this step; nil where steps were lost.
    public var latest: LineSnapshot? {
      switch self {
      case .snapshot(let snapshot): snapshot
      case .change(let change): change.snapshot
      case .lagged: nil
      }
    }
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
      case .element(let step): step
      case .lagged(let count): .lagged(count)
      case nil: nil
      }
    }
  }
}

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
      guard case .element(let step)? = await feed.mailbox.next() else { return nil }
      return step.latest
    }
  }
}

/// An observer's view of lines: the present snapshots first, then each change of a line once and in order.
final class LineFeed: NewsReceiver {
  let mailbox: Mailbox<LineHistory.Element>
  private let hub: ObserverHub
  private let start = Locked(Start())

  /// The revisions at which the feed began, until a line's first change after it.
  private struct Start {
    var revisions: [LineID: UInt64] = [:]
    var isOver = false
  }

  init(_ core: HostCore, line: LineID?, limit: Int, tellsLag: Bool) {
    mailbox = Mailbox(limit: limit, tellsLag: tellsLag)
    hub = core.observers
    hub.add(self, of: .changes, line: line)
    for snapshot in core.snapshots(of: line) { begin(with: snapshot) }
    start.withLock { $0.isOver = true }
  }

  /// Delivers a change that the line's first snapshot does not contain yet.
  func take(_ news: HostNews) {
    guard case .change(let change) = news else { return }
    start.withLock { start in
      if let first = start.revisions[change.line] {
        // The drainer tells a line's changes in order, so only those before the first newer one can be old.
        guard change.revision > first else { return }
        if start.isOver { start.revisions[change.line] = nil }
      } else if !start.isOver {
        // The change came before the line's first snapshot, and takes its place.
        start.revisions[change.line] = change.revision
        return put(.snapshot(change.snapshot))
      }
      if !start.isOver { start.revisions[change.line] = change.revision }
      // Under the lock, so that two threads deliver in order; this calls no other code.
      put(.change(change))
    }
  }

  /// Stops observing.
  func stop() {
    hub.remove(self)
    mailbox.close()
  }

  private func begin(with snapshot: LineSnapshot) {
    start.withLock { start in
      guard start.revisions[snapshot.line] == nil else { return }
      start.revisions[snapshot.line] = snapshot.revision
      put(.snapshot(snapshot))
    }
  }

  private func put(_ step: LineHistory.Element) {
    if mailbox.put(step) { hub.noteLag() }
  }
}
