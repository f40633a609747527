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
