package import CallStore

/// The times at which a directory is loaded without being asked for: after failures, and at regular intervals.
///
/// A pure value.
package struct LoadSchedule: Hashable, Sendable {
  /// The seconds until the next try after each failure in a row; the last counts for all further ones (L7).
  package static let retries: [Double] = [60, 300, 1_800, 21_600]

  private var failures = 0
  private var delay: Int64 = 0
  /// The time of the next load; nil for none.
  package private(set) var due: WallTime?

  /// Creates a schedule without a next load.
  package init() {}

  /// Notes a load that counts.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - every: the seconds until the next load; nil for none.
  package mutating func succeeded(at now: WallTime, every: Double?) {
    failures = 0
    if let every { set(every, after: now) } else { due = nil }
  }

  /// Notes a failure; one that a person caused changes nothing.
  package mutating func failed(at now: WallTime, byPerson: Bool) {
    if byPerson { return }
    set(Self.retries[min(failures, Self.retries.count - 1)], after: now)
    failures += 1
  }

  /// Sets the next load some seconds after a time.
  package mutating func set(_ seconds: Double, after now: WallTime) {
    delay = Int64(seconds * 1_000)
    due = now.advanced(byMilliseconds: delay)
  }

  /// Returns true when a load is due, and takes it off the schedule.
  package mutating func take(at now: WallTime) -> Bool {
    guard let due else { return false }
    // A clock that was set back does not put the load off.
    if due.milliseconds - now.milliseconds > delay { self.due = now.advanced(byMilliseconds: delay) }
    guard due <= now else { return false }
    self.due = nil
    return true
  }
}
