import Locking

/// Limits the number of concurrent flows: a hundred programs at once would only delay each other.
final class Turnstile: Sendable {
  private struct Queue {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let queue: Locked<Queue>

  init(_ places: Int) {
    queue = Locked(Queue(free: places))
  }

  /// Runs `body` once there is room.
  func pass<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    await withCheckedContinuation { continuation in
      let isFree = queue.withLock { queue in
        guard queue.free == 0 else {
          queue.free -= 1
          return true
        }
        queue.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    defer { leave() }
    return try await body()
  }

  private func leave() {
    let next = queue.withLock { queue -> CheckedContinuation<Void, Never>? in
      guard queue.waiting.isEmpty else { return queue.waiting.removeFirst() }
      queue.free += 1
      return nil
    }
    next?.resume()
  }
}
