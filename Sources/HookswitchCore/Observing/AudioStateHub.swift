package import CallControl
internal import Locking
internal import Synchronization

/// Looks at the audio of a line.
package protocol AudioWatcher: AnyObject, Sendable {
  /// The line that it looks at.
  var line: LineID { get }
  /// Looks again, and delivers what is new; must not block.
  func look(_ core: HostCore)
}

/// Tells those who look at the audio of lines that it may be another way now.
package final class AudioStateHub: Sendable {
  private let feeds = Locked<[any AudioWatcher]>([])
  private let feedCount = Atomic<Int>(0)

  /// Called by whoever changed something, and must not block: most of the time nobody looks.
  package func changed(_ line: LineID, of core: HostCore) {
    guard feedCount.load(ordering: .acquiring) > 0 else { return }
    for feed in feeds.withLock({ $0 }) where feed.line == line { feed.look(core) }
  }

  package func add(_ feed: any AudioWatcher) {
    feeds.withLock { $0.append(feed) }
    feedCount.add(1, ordering: .releasing)
  }

  package func remove(_ feed: any AudioWatcher) {
    feeds.withLock { $0.removeAll { $0 === feed } }
    feedCount.subtract(1, ordering: .releasing)
  }
}
