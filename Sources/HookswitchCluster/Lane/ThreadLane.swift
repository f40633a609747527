package import CallControl
internal import Glibc
internal import HookswitchCore
internal import Locking
internal import Synchronization
internal import TransportLoader

/// A lane that is a thread of its own, with the machine's clock.
package final class ThreadLane: ClusterLane {
  private typealias Body = @Sendable () -> Void

  private struct Content: Sendable {
    // In structs: a bare function in a lock grows with each access.
    struct Job: Sendable { let body: Body }

    var jobs: [Job] = []
    var timers = DeadlineHeap<Job>()
    var isSignalled = false
    var isStopped = false
  }

  private let content = Locked(Content())
  private let signal: EventDescriptor
  private let thread = Atomic<UInt>(0)

  /// Starts the thread; nil when the system has no thread or no file descriptor left.
  ///
  /// - Parameter name: the thread's name, of which 15 bytes are shown.
  package init?(name: String) {
    guard let signal = EventDescriptor() else { return nil }
    self.signal = signal
    guard OSThread.start(name, { [self] in loop() }) else { return nil }
  }

  /// Ends the thread after the jobs that it already has; later ones and timers are dropped. [any thread]
  package func stop() {
    add { content in
      content.isStopped = true
      return true
    }
  }

  package var now: Instant { Self.time }

  package var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  package func run(_ body: @escaping @Sendable () -> Void) {
    add { content in
      content.jobs.append(Content.Job(body: body))
      return true
    }
  }

  package func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) {
    let time = now.advanced(by: duration)
    add { $0.timers.insert(Content.Job(body: body), at: time) }
  }

  /// The machine's CLOCK_BOOTTIME. [any thread]
  static var time: Instant {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Changes the content, and wakes the thread.
  ///
  /// - Parameter change: returns false where the thread may go on to wait.
  private func add(_ change: (inout Content) -> Bool) {
    // The thread looks again before it waits.
    let isCurrent = isCurrent
    let needsSignal = content.withLock { content in
      guard !content.isStopped, change(&content), !isCurrent else { return false }
      defer { content.isSignalled = true }
      return !content.isSignalled
    }
    if needsSignal { signal.signal() }
  }

  private func loop() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    while true {
      let now = Self.time
      let (jobs, wait, isStopped) = content.withLock { content -> ([Content.Job], Int32, Bool) in
        var jobs = content.jobs
        content.jobs = []
        content.isSignalled = false
        while !content.isStopped, let due = content.timers.takeDue(at: now) { jobs.append(due.target) }
        return (jobs, Self.milliseconds(from: now, to: content.timers.earliest), content.isStopped)
      }
      for job in jobs { job.body() }
      if isStopped { return }
      if jobs.isEmpty { signal.wait(milliseconds: wait) }
    }
  }

  /// The time to wait, rounded up, so that a timer is due when it ends; -1 for ever.
  private static func milliseconds(from now: Instant, to time: Instant?) -> Int32 {
    guard let time else { return -1 }
    let wait = max(0, time.nanoseconds - now.nanoseconds)
    return Int32(min(wait / 1_000_000 + 1, 60_000))
  }
}
