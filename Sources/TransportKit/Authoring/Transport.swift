/// A transport, which carries calls over a network, written in Swift.
///
/// One object is one instance. The host makes it, activates it, and asks it to begin, answer and end calls; it reports events through
/// ``Host``. Further protocols add features: ``HoldingTransport``, ``MutingTransport``, ``DTMFTransport``,
/// ``GroupingTransport``, ``TransferringTransport``, ``LineTransport``, ``ConfigurableTransport``, ``PersistentTransport``,
/// ``MonitoredTransport``, ``DiagnosableTransport``, ``TestPeerTransport``.
///
/// **Threading.** All code of an instance runs on its loop: one thread for its whole life, one function at a time, never one inside
/// another. So a transport is a plain class without a lock. Neither the transport nor its ``Host`` is `Sendable`, so the compiler keeps
/// them on that thread. Other threads post work through a ``Port``.
///
/// **Calls and actions.** The kit tracks the calls. It refuses requests for a call that is over, in a wrong state or order, beyond the
/// limits or out of range before they reach the transport; it completes the actions of a call that ends; and it drops reports of states
/// that are not possible. A transport keeps only what its network needs.
public protocol Transport: AnyObject, SendableMetatype {
  /// The transport's descriptor.
  ///
  /// Read once, before any instance is made.
  static var descriptor: TransportDescriptor { get }

  /// Makes an instance.
  ///
  /// `host` may be kept, but refuses everything before ``begin()``.
  ///
  /// - Throws: The reason for a failure, such as a wrong configuration.
  init(host: Host, configuration: Configuration) throws(TransportError)

  /// Called once, when the host can be used.
  ///
  /// After an error the host destroys the instance.
  func begin() throws(TransportError)

  /// Starts work: opens sockets, registers, accepts calls.
  func activate() throws(TransportError)

  /// Stops work.
  ///
  /// Called when no call is left. Return `pending` to finish work on the wire first, then call ``Host/deactivated()`` once.
  func deactivate() -> Outcome

  /// Drops every call and action without a report to the host, which has dropped them already.
  ///
  /// End the calls on the wire.
  func reset()

  /// Ends the instance, after ``reset()``.
  ///
  /// Close what is open and join threads; the kit cancels timers and watches.
  func close()

  /// Calls `to`.
  ///
  /// Completes when dialing. Reports about the call, even from inside this method, complete the action if it is open.
  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome

  /// Answers the incoming call.
  ///
  /// Completes when the call is active.
  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome

  /// Ends the call, in any state, with the reason `why` for the far end.
  ///
  /// Completes when the far end was told; the kit reports the call ended. The kit also calls it when an instance is deactivated.
  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome

  /// Declines the ringing incoming call, with `decline` for the caller; by default calls ``end(_:why:action:)``.
  ///
  /// Completes like ``end(_:why:action:)``.
  func decline(_ call: Call, _ decline: Decline, action: Action) throws(TransportError) -> Outcome

  /// Called when the host shows the incoming call: report ringing on the wire.
  func shown(_ call: Call)

  /// Called when the host gives the action up: stop its effect.
  ///
  /// After a cancelled start, the kit calls ``end(_:why:action:)`` with an action of its own.
  func cancelled(_ action: Action)
}

extension Transport {
  /// Does nothing.
  public func begin() throws(TransportError) {}
  /// Does nothing.
  public func activate() throws(TransportError) {}
  /// Does nothing.
  public func deactivate() -> Outcome { .done }
  /// Does nothing.
  public func reset() {}
  /// Does nothing.
  public func close() {}
  /// Ends the call with the nearest ``EndWhy``.
  public func decline(_ call: Call, _ decline: Decline, action: Action) throws(TransportError) -> Outcome {
    try end(call, why: decline.why, action: action)
  }
  /// Does nothing.
  public func shown(_ call: Call) {}
  /// Does nothing.
  public func cancelled(_ action: Action) {}
}
