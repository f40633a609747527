public import CallControl

/// A client of a clock: a host.
public protocol ClockClient: AnyObject, Sendable {
  /// The next deadline, if any.
  var nextDeadline: Instant? { get }
  /// Handles all that is due by now.
  func timeCame()
  /// Returns when no work is under way inside the client.
  func settle() async
}
