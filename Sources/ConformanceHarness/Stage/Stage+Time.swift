// The passing of time on a stage.
extension Stage {
  /// The number of turns in a row after which the plugin counts as never idle.
  private static let restlessTurns = 20_000

  /// Passes up to `limit` of virtual time, timer by timer, and returns true as soon as the condition holds.
  ///
  /// Time jumps only when nothing is left to do. Plugins with sockets or threads get moments of real time before it does, and half a second
  /// of it before the result is false.
  package func wait(_ limit: Duration, until condition: () -> Bool) -> Bool {
    let end = loop.moment(in: longestWait.map { min($0, limit) } ?? limit)
    var patience = 500
    while true {
      runWhatIsDue()
      if condition() { return true }
      if loop.mayBeStirred, loop.waitOutside(milliseconds: loop.isRealTime ? 0 : 1) { continue }
      if loop.isRealTime {
        let start = RealClock.now
        let stirred = loop.waitOutside(milliseconds: Int32(min(20, max(1, (next(before: end) - loop.now) / 1_000_000))))
        loop.jump(to: min(end, loop.now + (RealClock.now - start)))
        if stirred { continue }
      } else if loop.now < end {
        loop.jump(to: next(before: end))
        continue
      }
      guard loop.now >= end else { continue }
      runWhatIsDue()
      if condition() { return true }
      guard patience > 0, !loop.isRealTime else { return false }
      patience -= 50
      if !loop.waitOutside(milliseconds: 50) { continue }
    }
  }

  /// Passes that much virtual time.
  ///
  /// On a real clock it passes one second at most: it watches for what must not come, and a run must end.
  package func settle(_ time: Duration = .seconds(1)) throws {
    let end = loop.moment(in: loop.isRealTime ? min(time, .seconds(1)) : time)
    while true {
      runWhatIsDue()
      if loop.mayBeStirred, loop.waitOutside(milliseconds: 1) { continue }
      if loop.isRealTime {
        let start = RealClock.now
        _ = loop.waitOutside(milliseconds: 5)
        loop.jump(to: min(end, loop.now + (RealClock.now - start)))
      } else {
        loop.jump(to: next(before: end))
      }
      if loop.now >= end { break }
    }
    runWhatIsDue()
  }

  /// Runs what is due at this moment, until nothing is left.
  package func runWhatIsDue() {
    var turns = 0
    while loop.turn(), turns < Self.restlessTurns { turns += 1 }
    attempt { try farEnd?.attend() }
  }

  /// The longest suspend; even a script of many does not come near the end of the clock.
  private static let longestSuspend: Duration = .seconds(366 * 86_400)

  /// Suspends the machine for that long, at most 366 days: the clock jumps, and timers in between are due now.
  package func suspend(_ time: Duration) {
    loop.jump(to: loop.moment(in: min(time, Self.longestSuspend)))
    runWhatIsDue()
  }

  private func next(before end: UInt64) -> UInt64 {
    let due = loop.timers.next.map { $0.addingReportingOverflow(loop.lateness) }
    return min(end, max(due.map { $0.overflow ? end : $0.partialValue } ?? end, loop.now))
  }
}

extension Stage {
  /// Passes real time while the virtual clock stands, for threads that the virtual clock does not reach.
  package func letRealTimePass(milliseconds: Int) {
    let end = RealClock.now + UInt64(milliseconds) * 1_000_000
    while RealClock.now < end {
      _ = loop.waitOutside(milliseconds: 10)
      runWhatIsDue()
    }
  }
}

extension PluginInstance {
  /// Deactivates without draining, and waits until that is done.
  package func deactivateAndWait(_ stage: Stage) throws {
    let status = try deactivate(drain: 0)
    guard status >= 0 else {
      throw TestFailure("instance.deactivate", "answered \(StatusName.of(status))", expected: "HSW_OK or HSW_PENDING")
    }
    guard stage.wait(.seconds(5), until: { self.ledger.phase != .draining }) else {
      throw TestFailure("instance.deactivate", "answered HSW_PENDING, and no `deactivated` came within 5 s", expected: "followed by it")
    }
  }
}
