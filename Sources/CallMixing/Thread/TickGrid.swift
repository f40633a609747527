/// The due times of ticks: every 20 ms on a fixed grid.
///
/// A tick that ends after the next is due is late, and the ticks due meanwhile are skipped. Running them anyway would make the next tick
/// late too, and the kernel stops a real-time thread that never sleeps.
package struct TickGrid: Sendable {
  /// The nanoseconds between ticks.
  package static let period: UInt64 = 20_000_000

  /// The next tick's time, in nanoseconds of CLOCK_MONOTONIC.
  package private(set) var due: UInt64
  /// Ticks that ended after the next was due.
  package private(set) var late: UInt64 = 0
  /// Ticks skipped.
  package private(set) var skipped: UInt64 = 0

  /// Creates a grid through `origin`, a time that is not later than `now`, whose first tick is the next one after `now`.
  package init(now: UInt64, origin: UInt64) { due = origin + ((now - origin) / Self.period + 1) * Self.period }

  /// Records that the due tick ended at `now`.
  package mutating func ended(at now: UInt64) {
    due += Self.period
    guard now >= due else { return }
    let missed = (now - due) / Self.period + 1
    late += 1
    skipped += missed
    due += missed * Self.period
  }
}
