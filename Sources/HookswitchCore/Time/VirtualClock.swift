public import CallControl
public import FoundationEssentials
internal import Locking

/// A clock for tests, which stands still until it is advanced.
///
/// ```swift
/// let clock = VirtualClock()
/// let host = CallHost(clock: clock)
/// …
/// await clock.advance(by: .seconds(60))   // a call that nobody answered has rung out by now
/// ```
///
/// `advance` fires everything that is due, in order, and lets its hosts come to rest after each. It waits for work inside the hosts: rules,
/// delegates' functions, completions. Wait for your own tasks and threads yourself. A loaded transport has its own thread and its own time.
public final class VirtualClock: HostClock {
  private struct State {
    // Weak, so that the clock does not keep a host alive.
    struct Entry {
      weak var client: (any ClockClient)?
    }

    var now = Instant.zero
    var entries: [Entry] = []
  }

  private let state = Locked(State())
  private let start: Date

  /// Creates a clock at zero, which is the date `start`.
  public init(start: Date = Date(timeIntervalSince1970: 1_000_000_000)) {
    self.start = start
  }

  /// The time so far.
  public var now: Instant { state.withLock { $0.now } }

  /// Converts an instant to a date, counted from `start`.
  public func date(of instant: Instant) -> Date {
    start.addingTimeInterval(Double(instant.nanoseconds) / 1e9)
  }

  /// Converts a date to an instant, counted from `start`.
  public func instant(of date: Date) -> Instant {
    Instant.zero.moved(bySeconds: date.timeIntervalSince(start))
  }

  /// Attaches a host.
  public func attach(_ client: any ClockClient) {
    state.withLock { state in
      state.entries.removeAll { $0.client == nil }
      state.entries.append(State.Entry(client: client))
    }
  }

  /// Does nothing: `advance` reads each host's next deadline.
  public func wake(_ client: any ClockClient, noLaterThan instant: Instant) {}

  /// Advances the time; returns when everything due has happened and the hosts are at rest.
  ///
  /// Use it from one task at a time.
  public func advance(by duration: Duration) async {
    let target = now.advanced(by: duration)
    await settle()
    while let next = clients.compactMap(\.nextDeadline).min(), next <= target {
      state.withLock { $0.now = max($0.now, next) }
      for client in clients { client.timeCame() }
      await settle()
    }
    state.withLock { $0.now = target }
  }

  /// Returns when all hosts are at rest, without advancing the time.
  public func settle() async {
    for client in clients { await client.settle() }
  }

  private var clients: [any ClockClient] {
    state.withLock { $0.entries.compactMap(\.client) }
  }
}
