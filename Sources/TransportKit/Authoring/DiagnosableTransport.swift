/// A transport with diagnostic counters: `org.hookswitch.diag/1`.
public protocol DiagnosableTransport: Transport {
  /// Returns one JSON object about the instance or a call; a higher level gives more detail.
  ///
  /// It must not contain a secret.
  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String
}
