/// A transport whose line can be registered and unregistered: `org.hookswitch.line/1`.
public protocol LineTransport: Transport {
  /// Registers the line or refreshes its registration; or unregisters it.
  ///
  /// Report the result by ``Host/line(_:retryAfter:error:)``.
  func setRegistered(_ registered: Bool, action: Action) throws(TransportError) -> Outcome
}
