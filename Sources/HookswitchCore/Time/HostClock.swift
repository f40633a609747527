public import CallControl
public import FoundationEssentials

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
