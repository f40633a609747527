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
