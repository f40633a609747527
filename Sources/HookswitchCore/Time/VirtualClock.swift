public import CallControl
public import FoundationEssentials
internal import Locking

/// A clock that stands still until it is told: time for tests, without a sleep.
///
/// ```swift
/// let clock = VirtualClock()
/// let host = CallHost(clock: clock)
/// …
/// await clock.advance(by: .seconds(60))   // a call that nobody answered has rung out by now
/// ```
///
/// `advance` fires everything that is due, in order, and lets its hosts come to rest after each. It knows of what happens inside a host:
/// rules, delegates' functions, completions. What your own code does elsewhere, in tasks and threads of its own, you await yourself. A loaded
/// transport lives on a thread and in a time of its own.
public final class VirtualClock: HostClock {
  private struct State {
    // The clock must not keep a host alive that nobody else wants.
    struct Entry {
      weak var client: (any ClockClient)?
    }

    var now = Instant.zero
    var entries: [Entry] = []
  }

  private let state = Locked(State())
  private let start: Date

  /// A clock at its zero, which is `start` on the wall.
  public init(start: Date = Date(timeIntervalSince1970: 1_000_000_000)) {
    self.start = start
  }

  /// The time as far as it was moved.
  public var now: Instant { state.withLock { $0.now } }

  /// The date of an instant, counted from `start`.
  public func date(of instant: Instant) -> Date {
    start.addingTimeInterval(Double(instant.nanoseconds) / 1e9)
  }

  /// The instant of a date, counted from `start`.
  public func instant(of date: Date) -> Instant {
    Instant.zero.moved(bySeconds: date.timeIntervalSince(start))
  }

  /// Makes a host known.
  public func attach(_ client: any ClockClient) {
    state.withLock { state in
      state.entries.removeAll { $0.client == nil }
      state.entries.append(State.Entry(client: client))
    }
  }

  /// Does nothing: `advance` asks each host when it wants to be woken.
  public func wake(_ client: any ClockClient, noLaterThan instant: Instant) {}

  /// Moves time on; returns when everything that was due has happened and its hosts are at rest.
  ///
  /// One task at a time may move a clock.
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

  /// Returns when all its hosts are at rest, without moving time.
  public func settle() async {
    for client in clients { await client.settle() }
  }

  private var clients: [any ClockClient] {
    state.withLock { $0.entries.compactMap(\.client) }
  }
}
