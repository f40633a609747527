import Locking
import Synchronization

/// The latest revision that each of many observers has seen.
final class Revisions: Sendable {
  private struct State {
    var latest: [UInt64]
    var awaited: (revision: UInt64, continuation: CheckedContinuation<Void, Never>)?
    var total = 0
    var lost = 0

    func haveAll(_ revision: UInt64) -> Bool { latest.allSatisfy { $0 >= revision } }
  }

  private let state: Locked<State>

  init(count: Int) {
    state = Locked(State(latest: Array(repeating: 0, count: count)))
  }

  /// The number of snapshots that all observers have seen together.
  var total: Int { state.withLock { $0.total } }

  /// The number of snapshots that observers lost.
  var lostCount: Int { state.withLock { $0.lost } }

  func lost(_ count: Int) {
    state.withLock { $0.lost += count }
  }

  func note(_ revision: UInt64, by observer: Int) {
    let done = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.latest[observer] = revision
      state.total += 1
      guard let awaited = state.awaited, revision >= awaited.revision, state.haveAll(awaited.revision) else { return nil }
      state.awaited = nil
      return awaited.continuation
    }
    done?.resume()
  }

  /// Returns when all observers have seen `revision`.
  func reach(_ revision: UInt64) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.haveAll(revision) { return true }
        state.awaited = (revision, continuation)
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
