internal import CHookswitch
internal import Dispatch
internal import FoundationEssentials
internal import Hookswitch
internal import Locking

/// A clock that stands still until the program moves it.
final class EmbeddedClock: Sendable {
  /// The time on the clock when it is made; above zero, which the header keeps for "never".
  private static let beginning = Instant(nanoseconds: 1_000_000_000)

  let clock: VirtualClock
  /// The clock's zero as nanoseconds since 1970.
  private let zero: Int64

  init(unixNanoseconds: Int64) {
    zero = unixNanoseconds - Self.beginning.nanoseconds
    let clock = VirtualClock(start: Date(timeIntervalSince1970: Double(zero) / 1e9))
    self.clock = clock
    waitFor { await clock.advance(by: Instant.zero.duration(to: Self.beginning)) }
  }

  /// Returns a time of the clock as nanoseconds since 1970.
  func unixNanoseconds(of time: Int64) -> Int64 { zero + time }
}

/// Runs asynchronous work and waits for its end, on a thread that is not one of Swift's pool.
func waitFor<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
  let end = DispatchSemaphore(value: 0)
  let result = Locked<Result?>(nil)
  Task {
    let value = await work()
    result.withLock { $0 = value }
    end.signal()
  }
  while true {
    end.wait()
    if let value = result.withLock({ $0 }) { return value }
  }
}
