package import CallControl

/// The decision when systemd's watchdog hears that the host is alive: a pure value.
///
/// It works in rounds. A round sends a ping through each thread that matters; when all pings came back within half the period, the host is
/// alive. A round that takes longer is given up, and its late threads are named. A thread never has two pings under way.
package struct Watchdog: Sendable {
  /// An order to the shell.
  package enum Effect: Hashable, Sendable {
    /// Send a ping through the thread.
    case ping(String)
    /// Send `WATCHDOG=1`.
    case alive
    /// Log that these threads did not answer in time.
    case late([String])
  }

  /// The period after which systemd ends the host.
  package let period: Duration
  private var threads: [String] = []
  /// The threads with a ping under way, and the number of its round.
  private var underWay: [String: Int] = [:]
  /// The threads that the present round waits for.
  private var missing: [String] = []
  private var round = 0
  private var began: Instant?
  private var isWaiting = false

  /// Creates a watchdog without threads.
  ///
  /// - Parameter period: the period after which systemd ends the host.
  package init(period: Duration) {
    self.period = period
  }

  /// Adds a thread, which the next round pings.
  ///
  /// - Parameter thread: its name.
  package mutating func add(_ thread: String) {
    if !threads.contains(thread) { threads.append(thread) }
  }

  /// Removes a thread, because it ends.
  ///
  /// - Parameters:
  ///   - thread: its name.
  ///   - now: the time.
  package mutating func remove(_ thread: String, at now: Instant) -> [Effect] {
    threads.removeAll { $0 == thread }
    underWay[thread] = nil
    missing.removeAll { $0 == thread }
    return settle(at: now)
  }

  /// The time at which `step` has something to do; nil before the first step.
  package var next: Instant? { began.map { $0.advanced(by: isWaiting ? period / 2 : period / 4) } }

  /// Begins a round when it is time, and gives up one that takes too long.
  ///
  /// - Parameter now: the time.
  package mutating func step(at now: Instant) -> [Effect] {
    if let next, now < next { return [] }
    var effects: [Effect] = []
    if isWaiting { effects.append(.late(missing)) }
    round += 1
    began = now
    isWaiting = true
    missing = threads
    for thread in threads where underWay[thread] == nil {
      underWay[thread] = round
      effects.append(.ping(thread))
    }
    return effects + settle(at: now)
  }

  /// Takes the answer of a thread.
  ///
  /// - Parameters:
  ///   - thread: its name.
  ///   - now: the time.
  package mutating func answered(_ thread: String, at now: Instant) -> [Effect] {
    guard let sent = underWay.removeValue(forKey: thread) else { return [] }
    guard sent == round else {
      // The ping was too slow to count for the present round.
      guard missing.contains(thread) else { return [] }
      underWay[thread] = round
      return [.ping(thread)]
    }
    // An answer after the limit leaves the thread among the late ones.
    guard isInTime(now) else { return [] }
    missing.removeAll { $0 == thread }
    return settle(at: now)
  }

  private func isInTime(_ now: Instant) -> Bool { began.map { $0.duration(to: now) <= period / 2 } ?? false }

  private mutating func settle(at now: Instant) -> [Effect] {
    guard isWaiting, missing.isEmpty, isInTime(now) else { return [] }
    isWaiting = false
    return [.alive]
  }
}
