public import CallControl

/// What a clock wakes: a host.
public protocol ClockClient: AnyObject, Sendable {
  /// When it wants to be woken next; nil: nothing is awaited.
  var nextDeadline: Instant? { get }
  /// Does all that is due by now.
  func timeCame()
  /// Returns when nothing is under way any more inside it.
  func settle() async
}
