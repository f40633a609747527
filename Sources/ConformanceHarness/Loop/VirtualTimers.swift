internal import TransportABI

/// The timers of plugins under test.
///
/// They are few at a time, so they are searched instead of sorted.
package struct VirtualTimers {
  typealias Callback = @convention(c) (UnsafeMutableRawPointer?, hsw_timer) -> Void

  package struct Timer {
    let owner: any LoopUser
    let callback: Callback
    let argument: UnsafeMutableRawPointer?
    var due: UInt64
    let period: UInt64
  }

  private var timers: [UInt64: Timer] = [:]
  private var last: UInt64 = 0

  /// The time at which the next timer is due.
  var next: UInt64? { timers.values.map(\.due).min() }

  mutating func add(_ timer: Timer) -> UInt64 {
    last += 1
    timers[last] = timer
    return last
  }

  /// Removes a timer, and returns false if `owner` has no such timer.
  mutating func remove(_ id: UInt64, of owner: any LoopUser) -> Bool {
    guard timers[id]?.owner === owner else { return false }
    timers[id] = nil
    return true
  }

  mutating func removeAll(of owner: any LoopUser) { timers = timers.filter { $0.value.owner !== owner } }

  package func count(of owner: any LoopUser) -> Int { timers.values.count { $0.owner === owner } }

  /// Returns the timers that are due, soonest first.
  func takeDue(at now: UInt64) -> [UInt64] {
    timers.filter { $0.value.due <= now }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.map(\.key)
  }

  /// Returns the timer if it still exists; a periodic one is set again (missed periods fire once), another one is removed.
  mutating func fire(_ id: UInt64, at now: UInt64) -> Timer? {
    guard let timer = timers[id] else { return nil }
    if timer.period > 0 {
      timers[id]?.due = timer.due &+ ((now - timer.due) / timer.period + 1) &* timer.period
    } else {
      timers[id] = nil
    }
    return timer
  }
}
