/// When ticks are due: every 20 ms from the first on, on a grid that never moves.
///
/// A tick that ends after the next is due is late. The ones that were due meanwhile are left out: to catch up would make the next late too, and a
/// real-time thread that never sleeps is stopped by the kernel.
package struct TickGrid: Sendable {
  /// Nanoseconds from one tick to the next.
  package static let period: UInt64 = 20_000_000

  /// When the next tick is due, in nanoseconds of CLOCK_MONOTONIC.
  package private(set) var due: UInt64
  /// Ticks that ended after the next was due.
  package private(set) var late: UInt64 = 0
  /// Ticks that were left out.
  package private(set) var skipped: UInt64 = 0

  /// A grid whose first tick is one period from `now`.
  package init(now: UInt64) { due = now + Self.period }

  /// The tick that was due has ended at `now`.
  package mutating func ended(at now: UInt64) {
    due += Self.period
    guard now >= due else { return }
    let missed = (now - due) / Self.period + 1
    late += 1
    skipped += missed
    due += missed * Self.period
  }
}
