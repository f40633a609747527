public import CallControl

/// Hears of every change of every call that an observer sees.
///
/// After [`CXCallObserverDelegate`](https://developer.apple.com/documentation/callkit/cxcallobserverdelegate).
public protocol CallObserverDelegate: AnyObject, Sendable {
  /// A call is new, has changed, or is over (`hasEnded`, once; then it is in `calls` no more).
  ///
  /// Called on the observer's queue, one call at a time.
  func callObserver(_ observer: CallObserver, callChanged call: Call)
}
