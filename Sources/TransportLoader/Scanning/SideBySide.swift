internal import Glibc
internal import Locking

/// Runs a few slow tasks at once, each on a thread of its own, and waits for all.
enum SideBySide {
  private struct Progress<Outcome: Sendable>: Sendable {
    var next = 0
    var outcomes: [Outcome?]
    var workers: Int
  }

  /// The number of threads: they mostly wait.
  static let width = 16

  /// Returns the results of `transform` for the items, in order.
  ///
  /// - Parameter tell: receives the number of finished items after each; on any thread.
  static func map<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], tell: @escaping @Sendable (Int) -> Void = { _ in }, _ transform: @escaping @Sendable (Item) -> Outcome
  ) -> [Outcome] {
    let width = min(items.count, Self.width)
    guard width > 1, let done = EventDescriptor() else { return items.map(transform) }
    let progress = Locked(Progress<Outcome>(outcomes: Array(repeating: nil, count: items.count), workers: width))
    let work: @Sendable () -> Void = {
      while let index = progress.withLock({ progress -> Int? in
        guard progress.next < items.count else { return nil }
        defer { progress.next += 1 }
        return progress.next
      }) {
        let outcome = transform(items[index])
        let count = progress.withLock { progress in
          progress.outcomes[index] = outcome
          return progress.outcomes.count { $0 != nil }
        }
        tell(count)
      }
      let isLast = progress.withLock { progress -> Bool in
        progress.workers -= 1
        return progress.workers == 0
      }
      if isLast { done.signal() }
    }
    for _ in 1..<width where !OSThread.start("transport-scan", work) {
      progress.withLock { $0.workers -= 1 }
    }
    work()
    done.wait(milliseconds: -1)
    return progress.withLock { $0.outcomes.compactMap { $0 } }
  }
}
