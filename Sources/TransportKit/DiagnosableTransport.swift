/// A transport that tells its counters: `org.hookswitch.diag/1`.
public protocol DiagnosableTransport: Transport {
  /// One JSON object about the instance, or about a call; a higher level tells more.
  ///
  /// Never a secret in it.
  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String
}
