public import CallControl
public import FoundationEssentials
internal import Locking
internal import Synchronization

/// A host's source of time: `SystemHostClock`, or `VirtualClock` in tests.
///
/// A clock serves one or several hosts. All functions may be called on any thread.
public protocol HostClock: AnyObject, Sendable {
  /// The time now, which never runs backwards.
  var now: Instant { get }
  /// Converts an instant of this clock to a date.
  func date(of instant: Instant) -> Date
  /// Converts a date to an instant of this clock.
  func instant(of date: Date) -> Instant
  /// Attaches a client; a host calls this once, before anything else.
  ///
  /// The clock does not keep the client alive.
  func attach(_ client: any ClockClient)
  /// Requests `client.timeCame()` at `instant` or earlier, but not later.
  func wake(_ client: any ClockClient, noLaterThan instant: Instant)
}

extension Instant {
  /// Returns this instant moved by any number of seconds, clamped; NaN moves it nowhere.
  func moved(bySeconds seconds: Double) -> Instant {
    guard seconds == seconds else { return self }
    // A larger Duration would trap.
    let limit = 1e10
    return advanced(by: .seconds(min(max(seconds, -limit), limit)))
  }
}

/// A client of a clock: a host.
public protocol ClockClient: AnyObject, Sendable {
  /// The next deadline, if any.
  var nextDeadline: Instant? { get }
  /// Handles all that is due by now.
  func timeCame()
  /// Returns when no work is under way inside the client.
  func settle() async
}

/// Counts work under way, so that a host can tell when it is at rest.
package final class Activity: Sendable {
  private let count = Atomic<Int>(0)
  private let isAwaited = Atomic<Bool>(false)
  private let waiters = Locked<[CheckedContinuation<Void, Never>]>([])

  /// Begins a piece of work.
  @inline(__always)
  package func enter() {
    count.add(1, ordering: .sequentiallyConsistent)
  }

  /// Ends a piece of work.
  @inline(__always)
  package func leave() {
    if count.subtract(1, ordering: .sequentiallyConsistent).newValue == 0, isAwaited.load(ordering: .sequentiallyConsistent) {
      release()
    }
  }

  /// Returns when no work is under way.
  func rest() async {
    await withCheckedContinuation { continuation in
      // A thread that brings the count to zero reads the flag afterwards and then takes the lock, so no waiter is missed.
      let isAtRest = waiters.withLock { waiters in
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        if count.load(ordering: .sequentiallyConsistent) == 0 { return true }
        waiters.append(continuation)
        return false
      }
      if isAtRest { continuation.resume() }
    }
  }

  private func release() {
    let resumed = waiters.withLock { waiters in
      isAwaited.store(false, ordering: .sequentiallyConsistent)
      defer { waiters = [] }
      return waiters
    }
    for waiter in resumed { waiter.resume() }
  }
}
