internal import Locking
internal import Synchronization

/// Counts work under way, so that a host can tell when it is at rest.
package final class Activity: Sendable {
  private let count = Atomic<Int>(0)
  private let isAwaited = Atomic<Bool>(false)
  private let waiters = Locked<[CheckedContinuation<Void, Never>]>([])

  /// Begins a piece of work.
  @inline(__always)
  package func enter() {
    count.add(1, ordering: .sequentiallyConsistent)
  }

  /// Ends a piece of work.
  @inline(__always)
  package func leave() {
    if count.subtract(1, ordering: .sequentiallyConsistent).newValue == 0, isAwaited.load(ordering: .sequentiallyConsistent) {
      release()
    }
  }

  /// Returns when no work is under way.
  func rest() async {
    await withCheckedContinuation { continuation in
      // A thread that brings the count to zero reads the flag afterwards and then takes the lock, so no waiter is missed.
      let isAtRest = waiters.withLock { waiters in
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        if count.load(ordering: .sequentiallyConsistent) == 0 { return true }
        waiters.append(continuation)
        return false
      }
      if isAtRest { continuation.resume() }
    }
  }

  private func release() {
    let resumed = waiters.withLock { waiters in
      isAwaited.store(false, ordering: .sequentiallyConsistent)
      defer { waiters = [] }
      return waiters
    }
    for waiter in resumed { waiter.resume() }
  }
}
