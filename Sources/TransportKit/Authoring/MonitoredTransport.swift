/// A transport that answers the host's watchdog: `org.hookswitch.health/1`.
public protocol MonitoredTransport: Transport {
  /// Completes the action, to show that the transport responds.
  func ping(action: Action) throws(TransportError) -> Outcome
}
