package import CallControl
internal import Locking
internal import Synchronization

/// A watcher of the audio of lines.
package protocol AudioWatcher: AnyObject, Sendable {
  /// Learns that the audio of a line may have changed; must not block.
  func audioChanged(_ line: LineID)
}

/// Notifies the watchers of lines' audio.
package final class AudioStateHub: Sendable {
  private let feeds = Locked<[any AudioWatcher]>([])
  private let feedCount = Atomic<Int>(0)

  /// Notifies a line's watchers after a change; returns at once when there are none.
  package func changed(_ line: LineID) {
    guard feedCount.load(ordering: .acquiring) > 0 else { return }
    for feed in feeds.withLock({ $0 }) { feed.audioChanged(line) }
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
