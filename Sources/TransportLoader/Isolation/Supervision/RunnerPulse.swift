/// The beats of a runner: the host asks, and the runner's loop answers.
///
/// A pure value. Times are nanoseconds of a clock that stands while the machine sleeps, so that a sleep counts as no silence.
struct RunnerPulse: Hashable, Sendable {
  /// The next thing to do.
  enum Step: Hashable, Sendable {
    case wait
    /// Ask with this number.
    case beat(UInt64)
    /// The runner has not answered in time.
    case lost
  }

  private static let second: UInt64 = 1_000_000_000
  /// The time between beats while a call or an order is open, and otherwise.
  private static let intervals = (busy: second, idle: 10 * second)

  /// The time for an answer.
  private let limit: UInt64
  private var last: UInt64 = 0
  private var lastAt: UInt64
  private var isOpen = false
  /// True when the next beat is far away.
  private(set) var isRelaxed = false
  /// The time of the next look.
  private(set) var due: UInt64

  /// Begins; the first beat follows after a second.
  ///
  /// - Parameter patienceMilliseconds: the time-out of a plugin function, which the runner's own watchdog enforces first.
  init(patienceMilliseconds: UInt32, at now: UInt64) {
    limit = max(3 * Self.second, UInt64(patienceMilliseconds) * 1_000_000 + Self.second)
    lastAt = now
    due = now + Self.intervals.busy
  }

  /// Returns the next thing to do.
  ///
  /// - Parameter lastWord: the time of the runner's last word. A runner that talks lives, though its answer may stand behind many words.
  mutating func look(at now: UInt64, lastWord: UInt64) -> Step {
    guard now >= due else { return .wait }
    guard isOpen else {
      (last, lastAt, isOpen, isRelaxed) = (last + 1, now, true, false)
      due = now + limit
      return .beat(last)
    }
    // A look that comes late was delayed on this side, and the answer may be delayed with it.
    guard now - due < Self.second, now - min(now, lastWord) > Self.second else {
      due = now + Self.second
      return .wait
    }
    return .lost
  }

  /// Takes an answer; false for one to what was not asked.
  mutating func answer(_ number: UInt64, at now: UInt64, isBusy: Bool) -> Bool {
    guard isOpen, number == last else { return false }
    isOpen = false
    isRelaxed = !isBusy
    due = lastAt + (isBusy ? Self.intervals.busy : Self.intervals.idle)
    return true
  }

  /// Shortens the time to the next beat, because a call or an order is open now; false where it is short already.
  mutating func tighten(at now: UInt64) -> Bool {
    guard !isOpen, due > now + Self.intervals.busy else { return false }
    due = now + Self.intervals.busy
    isRelaxed = false
    return true
  }
}

/// The beat of a runner's media thread: one number that rises with each tick.
///
/// A pure value.
struct MediaPulse: Hashable, Sendable {
  private static let limit: UInt64 = 2_000_000_000
  private var last: UInt64 = 0
  private var since: UInt64?

  /// True when the number has stood for two seconds.
  ///
  /// - Parameter isWatched: true while a call with sound needs the ticks.
  mutating func stands(_ beat: UInt64, isWatched: Bool, at now: UInt64) -> Bool {
    // A thread that has never ticked has not begun.
    guard isWatched, beat != 0 else {
      since = nil
      return false
    }
    if since == nil || beat != last { (last, since) = (beat, now) }
    return now - (since ?? now) >= Self.limit
  }
}

/// The processor time and the memory of a runner, and the warnings about them.
///
/// A pure value.
struct RunnerLoad: Sendable {
  private static let second: UInt64 = 1_000_000_000
  private static let limits = (percent: UInt64(90), seconds: UInt64(30), pause: 60 * second)

  private var last: (cpu: UInt64, time: UInt64)?
  private var hotSince: UInt64?
  private var warnedOfCPU: UInt64?
  private var warnedOfMemory: UInt64?

  /// Takes the counts of a beat; returns the warnings that are due, each at most once a minute.
  ///
  /// - Parameter limit: the limit of the memory in bytes; 0 for none.
  mutating func take(cpu: UInt64, memory: UInt64, limit: UInt64, at now: UInt64) -> [String] {
    defer { last = (cpu, now) }
    var warnings: [String] = []
    if let last, now > last.time, cpu >= last.cpu, (cpu - last.cpu) / 100 > (now - last.time) / 10_000 * Self.limits.percent {
      hotSince = hotSince ?? last.time
    } else {
      hotSince = nil
    }
    if let hotSince, now - hotSince >= Self.limits.seconds * Self.second, Self.isDue(&warnedOfCPU, at: now) {
      warnings.append("its process has used over \(Self.limits.percent) % of a processor for \((now - hotSince) / Self.second) s")
    }
    if limit > 0, memory / 4 > limit / 5, Self.isDue(&warnedOfMemory, at: now) {
      warnings.append("its process uses \(memory >> 20) MB of the \(limit >> 20) MB that it may use")
    }
    return warnings
  }

  private static func isDue(_ warned: inout UInt64?, at now: UInt64) -> Bool {
    if let last = warned, now - last < limits.pause { return false }
    warned = now
    return true
  }
}
