internal import Glibc
internal import Locking

/// The loop of the plugins under test: the thread that made it, and a virtual clock that jumps when there is nothing to do.
///
/// `@unchecked Sendable`: locks guard what other threads touch. Only the loop's thread touches the rest, and each loop-only host function
/// checks `isCurrent` first.
package final class VirtualLoop: @unchecked Sendable {
  /// The start of the virtual clock, in nanoseconds; not zero, so that zero is never a time.
  static let beginning: UInt64 = 1_000_000_000_000

  let thread = UInt(pthread_self())
  /// The threads that tick audio.
  let mediaThreads = Locked<Set<UInt>>([])
  package var timers = VirtualTimers()
  package var descriptors = WatchedDescriptors()
  /// The number of the plugin's callbacks that ran: timers, descriptors, posts.
  package private(set) var wakeUps = 0
  /// The plugin function that took longest on this loop, and its real time in nanoseconds.
  package private(set) var slowest: (function: String, nanoseconds: UInt64) = ("", 0)
  /// True if `slowest` excludes time spent waiting for a processor; measuring that reads /proc each time.
  package var leavesOutWaits = false
  /// True if the clock follows real time: for plugins with their own clocks and far ends in other processes.
  package var isRealTime = false
  /// The nanoseconds by which the loop comes late to each timer, as on a busy machine.
  package var lateness: UInt64 = 0
  /// The process whose plugin lives on this loop; nil for a plugin in this process.
  var follower: (any LoopFollower)?
  /// Runs on the loop after each outermost plugin function has returned.
  package var afterEachCall: (() -> Void)?
  private var depth = 0
  private let underWay = Locked<CallUnderWay?>(nil)
  /// True once another thread has posted work or a descriptor became ready.
  private let hasOutside = Locked(false)
  private let time = Locked(VirtualLoop.beginning)
  private let posts = Locked<[PostedWork]>([])
  private let doorbell = Doorbell()

  package init() {}

  var isCurrent: Bool { UInt(pthread_self()) == thread }

  /// True if the calling thread ticks audio. [any]
  var isOnMedia: Bool { mediaThreads.withLock { $0.contains(UInt(pthread_self())) } }

  /// The virtual time, in nanoseconds. [any]
  package var now: UInt64 { time.withLock { $0 } }

  /// Hands work to the loop. [any]
  func post(_ work: PostedWork) {
    posts.withLock { $0.append(work) }
    guard !isCurrent else { return }
    hasOutside.withLock { $0 = true }
    doorbell.ring()
  }

  /// Runs everything that is due now, and returns true if there was anything.
  ///
  /// Work that this causes waits for the next turn.
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
    var hasEvents = !(work.isEmpty && due.isEmpty)
    for event in ready {
      guard let watched = descriptors.watched(event.fd), watched.owner.isReady(watched, event.fd, event.events) else { continue }
      wakeUps += 1
      hasEvents = true
      hasOutside.withLock { $0 = true }
    }
    // A process may set timers by itself, of which nothing tells.
    if mayBeStirred, follower?.follow() == true { hasEvents = true }
    return hasEvents
  }

  /// Runs a plugin function, and measures its real time if it runs on the loop.
  func timed<Result>(_ function: StaticString, _ body: () -> Result) -> Result {
    guard isCurrent else { return body() }
    let waited = leavesOutWaits ? RealClock.waited : 0
    let start = RealClock.now
    depth += 1
    if depth == 1 {
      underWay.withLock { $0 = CallUnderWay(function: "\(function)", since: start) }
      follower?.callBegins()
    }
    let result = body()
    if depth == 1 { follower?.callReturned() }
    depth -= 1
    if depth == 0 { underWay.withLock { $0 = nil } }
    var taken = RealClock.now - start
    if leavesOutWaits { taken -= min(taken, RealClock.waited - waited) }
    if taken > slowest.nanoseconds { slowest = ("\(function)", taken) }
    if depth == 0 { afterEachCall?() }
    return result
  }

  /// The plugin function that now runs on the loop. [any]
  var callUnderWay: CallUnderWay? { underWay.withLock { $0 } }

  private func run(_ body: () -> Void) {
    wakeUps += 1
    body()
  }

  /// Runs the pending posts of `owner`, and those that they post.
  func runPosts(of owner: any LoopUser) {
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

  /// Drops the posts, timers and descriptors of `owner`.
  package func forget(_ owner: any LoopUser) {
    posts.withLock { $0.removeAll { $0.owner === owner } }
    timers.removeAll(of: owner)
    descriptors.removeAll(of: owner)
  }

  /// True if events may come that the virtual clock does not control.
  var mayBeStirred: Bool { isRealTime || hasOutside.withLock { $0 } }

  /// Waits at most that long in real time for a descriptor or another thread, and returns true if one came.
  func waitOutside(milliseconds: Int32) -> Bool {
    if !posts.withLock({ $0.isEmpty }) { return true }
    let found = descriptors.ready(waitMilliseconds: milliseconds, doorbell: doorbell)
    return !found.isEmpty || !posts.withLock { $0.isEmpty }
  }

  /// Returns the virtual time that far ahead, or the clock's last moment if that overflows.
  func moment(in time: Duration) -> UInt64 {
    let (moment, overflows) = now.addingReportingOverflow(time.nanoseconds)
    return overflows ? .max : moment
  }

  /// Sets the clock forward; timers in between become due late, as after a suspend.
  func jump(to moment: UInt64) { time.withLock { $0 = max($0, moment) } }
}

/// An owner of timers, descriptors and posts on a loop: the host of one instance.
package protocol LoopUser: AnyObject {
  /// Runs the callback of a timer. [loop]
  func fired(_ timer: VirtualTimers.Timer, _ id: UInt64)
  /// Runs the callback of a descriptor that has events, and returns false if they bring nothing for the plugin. [loop]
  func isReady(_ watched: WatchedDescriptors.Watched, _ fd: CInt, _ events: UInt32) -> Bool
}

/// A plugin elsewhere that keeps step with a loop.
protocol LoopFollower: AnyObject {
  /// Learns that a plugin function begins. [loop]
  func callBegins()
  /// Has the plugin do what is due, after a plugin function. [loop]
  func callReturned()
  /// Has the plugin do what is due now, and returns true if it reported anything. [loop]
  func follow() -> Bool
}

/// Work on a plugin's loop that the plugin posted, or that the host owes it.
///
/// `@unchecked Sendable`: by posting the function, the plugin allows the loop to run it; nothing else of the plugin is used.
struct PostedWork: @unchecked Sendable {
  let owner: any LoopUser
  let run: () -> Void
}

/// A plugin function that has not returned yet.
struct CallUnderWay: Hashable, Sendable {
  /// The function, as in `calls.start`.
  let function: String
  /// Its start, in real nanoseconds; no two are equal.
  let since: UInt64
}
