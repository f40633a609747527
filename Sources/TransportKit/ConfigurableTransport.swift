/// A transport whose configuration can be described and changed: `org.hookswitch.config/1`.
public protocol ConfigurableTransport: Transport {
  /// The JSON Schema of the configuration.
  ///
  /// Asked for from any thread.
  static var configurationSchema: String { get }

  /// Take the new configuration as a whole; calls go on.
  ///
  /// - Throws: Why it is refused; the old one then stays in force, all of it.
  func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome
}
