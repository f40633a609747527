internal import Glibc
internal import Locking

/// The loop on which plugins under test live: one thread, the one that made it, and a clock that jumps when there is nothing to do.
///
/// `@unchecked Sendable`: what other threads may touch is behind locks; the rest is touched on the loop's thread alone, which
/// `isCurrent` tells and every host function asks before it comes here.
final class VirtualLoop: @unchecked Sendable {
  /// When the virtual clock starts; not zero, so that zero is never a time.
  static let beginning: UInt64 = 1_000_000_000_000

  let thread = UInt(pthread_self())
  /// The threads that tick audio.
  let mediaThreads = Locked<Set<UInt>>([])
  var timers = VirtualTimers()
  var descriptors = WatchedDescriptors()
  /// How often something of the plugin's ran: timers, descriptors, posts.
  private(set) var wakeUps = 0
  /// The longest that any call into a plugin took on this loop, in real nanoseconds, and which it was.
  private(set) var slowest: (function: String, nanoseconds: UInt64) = ("", 0)
  /// Whether `slowest` leaves out what a call waited for a processor: that costs a look into /proc each time.
  var leavesOutWaits = false
  /// Whether time passes as it does outside: for plugins with clocks of their own and far ends in other processes.
  var isRealTime = false
  /// Runs on the loop after each call into a plugin that was not made from within another, when it has returned.
  var afterEachCall: (() -> Void)?
  private var depth = 0
  private let underWay = Locked<CallUnderWay?>(nil)
  /// Whether anything ever came from outside the loop: another thread's post, or a descriptor.
  private let hasOutside = Locked(false)
  private let time = Locked(VirtualLoop.beginning)
  private let posts = Locked<[PostedWork]>([])
  private let doorbell = Doorbell()

  init() {}

  var isCurrent: Bool { UInt(pthread_self()) == thread }

  /// Whether the calling thread is one that ticks audio. [any]
  var isOnMedia: Bool { mediaThreads.withLock { $0.contains(UInt(pthread_self())) } }

  /// Now, in virtual nanoseconds. [any]
  var now: UInt64 { time.withLock { $0 } }

  /// Hands work to the loop. [any]
  func post(_ work: PostedWork) {
    posts.withLock { $0.append(work) }
    guard !isCurrent else { return }
    hasOutside.withLock { $0 = true }
    doorbell.ring()
  }

  /// Runs everything that is due now; true if there was anything.
  ///
  /// What it brings about is left for the next turn.
  func turn() -> Bool {
    let work = posts.withLock { posts in
      defer { posts = [] }
      return posts
    }
    for item in work { run { item.run() } }
    let due = timers.takeDue(at: now)
    for id in due {
      guard let timer = timers.fire(id, at: now) else { continue }
      run { timer.owner.fired(timer, id) }
    }
    let ready = descriptors.ready(waitMilliseconds: 0, doorbell: nil)
    for event in ready {
      guard let watched = descriptors.watched(event.fd) else { continue }
      hasOutside.withLock { $0 = true }
      run { watched.owner.isReady(watched, event.fd, event.events) }
    }
    return !(work.isEmpty && due.isEmpty && ready.isEmpty)
  }

  /// Runs a call into the plugin and takes its real time, if it is on the loop.
  func timed<Result>(_ function: StaticString, _ body: () -> Result) -> Result {
    guard isCurrent else { return body() }
    let waited = leavesOutWaits ? RealClock.waited : 0
    let start = RealClock.now
    depth += 1
    if depth == 1 { underWay.withLock { $0 = CallUnderWay(function: "\(function)", since: start) } }
    let result = body()
    depth -= 1
    if depth == 0 { underWay.withLock { $0 = nil } }
    var taken = RealClock.now - start
    if leavesOutWaits { taken -= min(taken, RealClock.waited - waited) }
    if taken > slowest.nanoseconds { slowest = ("\(function)", taken) }
    if depth == 0 { afterEachCall?() }
    return result
  }

  /// The call into a plugin that the loop is in. [any]
  var callUnderWay: CallUnderWay? { underWay.withLock { $0 } }

  private func run(_ body: () -> Void) {
    wakeUps += 1
    body()
  }

  /// The work that was posted for `owner` and has not run.
  func runPosts(of owner: HarnessHost) {
    while true {
      let work = posts.withLock { posts -> [PostedWork] in
        let mine = posts.filter { $0.owner === owner }
        posts.removeAll { $0.owner === owner }
        return mine
      }
      if work.isEmpty { return }
      for item in work { run { item.run() } }
    }
  }

  /// Forgets what `owner` left behind.
  func forget(_ owner: HarnessHost) {
    posts.withLock { $0.removeAll { $0.owner === owner } }
    timers.removeAll(of: owner)
    descriptors.removeAll(of: owner)
  }

  /// Whether something may come that is not on the virtual clock.
  var mayBeStirred: Bool { isRealTime || hasOutside.withLock { $0 } }

  /// Waits in real time, for at most that long, for a descriptor or another thread; true when one came.
  func waitOutside(milliseconds: Int32) -> Bool {
    if !posts.withLock({ $0.isEmpty }) { return true }
    let found = descriptors.ready(waitMilliseconds: milliseconds, doorbell: doorbell)
    return !found.isEmpty || !posts.withLock { $0.isEmpty }
  }

  /// The moment that lies so far ahead; the end of the clock where it would lie beyond.
  func moment(in time: Duration) -> UInt64 {
    let (moment, overflows) = now.addingReportingOverflow(time.nanoseconds)
    return overflows ? .max : moment
  }

  /// Sets the clock forward; timers in between become due late, as after a suspend.
  func jump(to moment: UInt64) { time.withLock { $0 = max($0, moment) } }
}
