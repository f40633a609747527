/// A transport whose line can be registered and unregistered: `org.hookswitch.line/1`.
public protocol LineTransport: Transport {
  /// Registers the line or refreshes its registration; or unregisters it.
  ///
  /// Report the result by ``Host/line(_:retryAfter:error:)``.
  func setRegistered(_ registered: Bool, action: Action) throws(TransportError) -> Outcome
}

/// A transport that answers the host's watchdog: `org.hookswitch.health/1`.
public protocol MonitoredTransport: Transport {
  /// Completes the action, to show that the transport responds.
  func ping(action: Action) throws(TransportError) -> Outcome
}

/// A transport with diagnostic counters: `org.hookswitch.diag/1`.
public protocol DiagnosableTransport: Transport {
  /// Returns one JSON object about the instance or a call; a higher level gives more detail.
  ///
  /// It must not contain a secret.
  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String
}

/// A transport with a configuration schema, whose configuration can change: `org.hookswitch.config/1`.
public protocol ConfigurableTransport: Transport {
  /// The JSON Schema of the configuration.
  ///
  /// Called on any thread.
  static var configurationSchema: String { get }

  /// Applies the new configuration as a whole; calls go on.
  ///
  /// - Throws: The reason for a refusal; the old configuration then stays in force.
  func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome
}

/// A transport with state that is kept beyond the process's end: `org.hookswitch.state/1`.
///
/// The state must not contain a secret.
public protocol PersistentTransport: Transport {
  /// Returns the state.
  ///
  /// The kit writes it in pieces of the size that the host accepts.
  func save() throws(TransportError) -> [UInt8]

  /// Loads a state from ``save()``, perhaps of another version; if it throws, the transport stays usable.
  func load(_ state: [UInt8]) throws(TransportError)
}
