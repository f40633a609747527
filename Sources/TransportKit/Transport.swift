/// A transport: what carries calls to a network, written in Swift.
///
/// One object is one instance. The host makes it, activates it, and asks it to begin, answer and end calls; it tells the host what
/// happens through ``Host``. Further protocols offer more: ``HoldingTransport``, ``MutingTransport``, ``DTMFTransport``,
/// ``GroupingTransport``, ``TransferringTransport``, ``LineTransport``, ``ConfigurableTransport``, ``PersistentTransport``,
/// ``MonitoredTransport``, ``DiagnosableTransport``, ``TestPeerTransport``.
///
/// **Threading.** Everything of an instance happens on its loop: one thread for its whole life, one call at a time, never one inside
/// another. So a transport is a plain class without a lock. The compiler keeps it there: neither the transport nor its ``Host`` is
/// `Sendable`. Whoever needs another thread takes a ``Port``, the one door back.
///
/// **Calls and actions.** The kit knows which calls there are. It refuses what names a call that is over, comes in the wrong state or
/// order, exceeds the limits, or is out of range, before the transport hears of it; it completes the actions of a call that ends; and it
/// drops reports that would go backwards. A transport keeps only what its network needs.
public protocol Transport: AnyObject, SendableMetatype {
  /// What the transport is.
  ///
  /// Read once, before any instance is made.
  static var descriptor: TransportDescriptor { get }

  /// Makes an instance.
  ///
  /// `host` may be kept, but answers nothing before ``begin()``.
  ///
  /// - Throws: Why it cannot be made, such as a wrong configuration.
  init(host: Host, configuration: Configuration) throws(TransportError)

  /// The host can be used from now on.
  ///
  /// Comes once; after an error the instance goes away.
  func begin() throws(TransportError)

  /// Begin to work: open sockets, register, take calls.
  func activate() throws(TransportError)

  /// Stop working.
  ///
  /// Comes when no call is up any more. Pending: something has still to be said on the wire or waited for; ``Host/deactivated()`` follows, once.
  func deactivate() -> Outcome

  /// Forget every call and action without a word to the host, which has forgotten them already.
  ///
  /// On the wire, end them.
  func reset()

  /// The end of the instance, after ``reset()``.
  ///
  /// Close what is open and join what runs; timers and watches are cancelled by the kit.
  func close()

  /// Call `to`.
  ///
  /// Done: dialing. Reports about the call, even from inside this method, complete the action if nothing else has.
  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome

  /// Answer the incoming call.
  ///
  /// Done: active.
  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome

  /// End the call, in any state of it, and say `why` to the far end.
  ///
  /// Done: it was told, and the kit reports the call ended. The kit ends calls too, when an instance is deactivated.
  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome

  /// End the incoming call that rings, and tell the caller `decline`; unless implemented, ``end(_:why:action:)`` is asked.
  ///
  /// Done: as for ``end(_:why:action:)``.
  func decline(_ call: Call, _ decline: Decline, action: Action) throws(TransportError) -> Outcome

  /// The incoming call rings here: say so on the wire.
  func shown(_ call: Call)

  /// The host gave the action up: stop its effect.
  ///
  /// A start given up is followed by ``end(_:why:action:)`` with an action of the kit's.
  func cancelled(_ action: Action)
}

extension Transport {
  /// Nothing to do.
  public func begin() throws(TransportError) {}
  /// Nothing to do.
  public func activate() throws(TransportError) {}
  /// Nothing to do.
  public func deactivate() -> Outcome { .done }
  /// Nothing to do.
  public func reset() {}
  /// Nothing to do.
  public func close() {}
  /// Ends the call, and says as much of it as ``EndWhy`` can.
  public func decline(_ call: Call, _ decline: Decline, action: Action) throws(TransportError) -> Outcome {
    try end(call, why: decline.why, action: action)
  }
  /// Nothing to do.
  public func shown(_ call: Call) {}
  /// Nothing to do.
  public func cancelled(_ action: Action) {}
}
