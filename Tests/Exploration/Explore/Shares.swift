import Locking

/// Divides the remaining time among the unexplored worlds.
final class Shares: Sendable {
  private let clock = ContinuousClock()
  private let end: ContinuousClock.Instant
  private let cores: Int
  private let left: Locked<Int>

  init(worlds: Int, time: Duration, cores: Int) {
    end = clock.now.advanced(by: time)
    self.cores = cores
    left = Locked(worlds)
  }

  /// Returns the end of the share of a world that begins now.
  func next() -> ContinuousClock.Instant {
    let worlds = left.withLock { left in
      defer { left -= 1 }
      return left
    }
    let rest = clock.now.duration(to: end)
    return clock.now.advanced(by: worlds <= cores ? rest : rest * cores / worlds)
  }

  func isOver(_ time: ContinuousClock.Instant) -> Bool { clock.now >= time }
}
