/// A transport whose line can be registered and unregistered: `org.hookswitch.line/1`.
public protocol LineTransport: Transport {
  /// Register, or refresh now; or unregister.
  ///
  /// What comes of it is told by ``Host/line(_:retryAfter:error:)``.
  func setRegistered(_ registered: Bool, action: Action) throws(TransportError) -> Outcome
}
