internal import CallControl
internal import Locking
internal import Synchronization

/// Tells those who look at the audio of lines that it may be another way now.
final class AudioStateHub: Sendable {
  private let feeds = Locked<[AudioFeed]>([])
  private let feedCount = Atomic<Int>(0)

  /// Called by whoever changed something, and must not block: most of the time nobody looks.
  func changed(_ line: LineID, of core: HostCore) {
    guard feedCount.load(ordering: .acquiring) > 0 else { return }
    for feed in feeds.withLock({ $0 }) where feed.line == line { feed.look(core) }
  }

  func add(_ feed: AudioFeed) {
    feeds.withLock { $0.append(feed) }
    feedCount.add(1, ordering: .releasing)
  }

  func remove(_ feed: AudioFeed) {
    feeds.withLock { $0.removeAll { $0 === feed } }
    feedCount.subtract(1, ordering: .releasing)
  }
}
