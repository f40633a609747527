/// A transport with state that outlives the process: `org.hookswitch.state/1`.
///
/// Never a secret in it.
public protocol PersistentTransport: Transport {
  /// The state as bytes.
  ///
  /// The kit writes them in as many steps as the host wants.
  func save() throws(TransportError) -> [UInt8]

  /// Take what ``save()`` wrote, perhaps in another version; refuse anything else and stay usable.
  func load(_ state: [UInt8]) throws(TransportError)
}
