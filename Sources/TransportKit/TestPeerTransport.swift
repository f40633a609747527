/// A transport whose far end a test can drive: `org.hookswitch.test-peer/1`.
///
/// What begins here does nothing unasked.
public protocol TestPeerTransport: Transport {
  /// Whom a test may call.
  ///
  /// Asked once; the answer holds for the instance's life.
  func dialable() -> CallInfo

  /// Make a far end call us: ``Host/incoming(_:)`` with this info.
  func callIn(from: CallInfo) throws(TransportError)

  /// Make the far end of the call do something.
  func order(_ order: PeerOrder, on call: Call) throws(TransportError)

  /// One JSON object with what the far end sees: state held muted digits group tone cause transferred.
  ///
  /// Of calls that are over too, until ``Transport/reset()``; so the kit does not check the call.
  func observe(_ call: Call) throws(TransportError) -> String
}
