/// A transport that answers the host's watchdog: `org.hookswitch.health/1`.
public protocol MonitoredTransport: Transport {
  /// Are you there? Done: yes.
  func ping(action: Action) throws(TransportError) -> Outcome
}
