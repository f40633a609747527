public import CallControl
public import FoundationEssentials

/// Where a host's time comes from: `SystemHostClock`, or in tests `VirtualClock`.
///
/// A clock belongs to one or several hosts. All functions may be called on any thread.
public protocol HostClock: AnyObject, Sendable {
  /// The time now; never runs backwards.
  var now: Instant { get }
  /// The date that an instant of this clock is.
  func date(of instant: Instant) -> Date
  /// The instant of this clock that a date is.
  func instant(of date: Date) -> Instant
  /// Makes `client` known; a host calls it once, before anything else. The clock does not keep the client alive.
  func attach(_ client: any ClockClient)
  /// Asks for `client.timeCame()` at `instant` or before; too early does no harm, too late does.
  func wake(_ client: any ClockClient, noLaterThan instant: Instant)
}

extension Instant {
  /// This instant moved by seconds of any size, as a date that a program gives may be: what is no number moves it nowhere.
  func moved(bySeconds seconds: Double) -> Instant {
    guard seconds == seconds else { return self }
    // A Duration that is made of more than this would end the process.
    let limit = 1e10
    return advanced(by: .seconds(min(max(seconds, -limit), limit)))
  }
}
