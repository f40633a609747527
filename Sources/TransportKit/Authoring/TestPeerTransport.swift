/// A transport whose far end a test can control: `org.hookswitch.test-peer/1`.
///
/// Such a far end does nothing without an order.
public protocol TestPeerTransport: Transport {
  /// Returns a handle that a test may call.
  ///
  /// Called once; the result holds for the instance's life.
  func dialable() -> CallInfo

  /// Makes a far end call the host: ``Host/incoming(_:)`` with this info.
  func callIn(from: CallInfo) throws(TransportError)

  /// Gives an order to the far end of the call.
  func order(_ order: PeerOrder, on call: Call) throws(TransportError)

  /// Returns the far end's view as one JSON object: state held muted digits group tone cause transferred.
  ///
  /// Also for calls that are over, until ``Transport/reset()``; so the kit does not check the call.
  func observe(_ call: Call) throws(TransportError) -> String
}
