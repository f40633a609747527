public import CallControl

/// Receives every change of the calls that an observer sees.
///
/// After [`CXCallObserverDelegate`](https://developer.apple.com/documentation/callkit/cxcallobserverdelegate).
public protocol CallObserverDelegate: AnyObject, Sendable {
  /// A call is new, has changed, or is over (`hasEnded`, once; `calls` no longer has it).
  ///
  /// Called on the observer's queue, one call at a time.
  func callObserver(_ observer: CallObserver, callChanged call: Call)
}
