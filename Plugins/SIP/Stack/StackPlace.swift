internal import CSIPStack
internal import TransportKit

/// Where a stack listens, and by what certificates and name servers: accounts that agree on all of it share one.
struct StackPlace: Hashable, CustomStringConvertible {
  var host: String
  var port: UInt16
  /// `udp`, `tcp`, `tls`, or empty for UDP and TCP.
  var transport = ""
  /// Where it listens for TLS too; nil: it has none, 0: at any port.
  var tlsPort: UInt16?
  var files = TLSFiles()
  var checksCertificates = true
  /// A file that names the name servers; empty: the system's.
  var resolver = ""
  var sessionExpires: UInt32 = 1800
  var minSessionExpires: UInt32 = 90
  /// How long a request waits for its answer, in seconds.
  var transactionSeconds: UInt32 = 32
  /// How many calls may have come and not be up yet, and how many one address may make in a second.
  var maxRinging: UInt32 = 1000
  var callsPerSecondPerSource: UInt32 = 500
  /// How many calls there may be in all, and of one address; 0: as many as the process has files for, and half of them.
  var maxCalls: UInt32 = 0
  var maxCallsPerSource: UInt32 = 0
  /// How long a call that came may ring, in seconds, before the stack refuses it.
  var ringSeconds: UInt32 = 300

  var description: String { "\(host):\(port)" }

  /// The host as it stands in a URI.
  var uriHost: String { host.contains(":") ? "[\(host)]" : host }

  /// Starts a stack there.
  ///
  /// - Throws: Why it cannot listen, or what is wrong with the certificates.
  func start(_ context: UnsafeMutableRawPointer, isTraced: Bool) throws(TransportError) -> OpaquePointer {
    let folder = tlsPort == nil && transport != "tls" ? nil : try files.folder()
    var error = ""
    if let pointer = start(context, isTraced, folder, &error) { return pointer }
    throw TransportError(.network, "SIP cannot listen at \(self): \(error)", domain: "sip")
  }

  private func start(_ context: UnsafeMutableRawPointer, _ isTraced: Bool, _ folder: TLSFolder?, _ error: inout String) -> OpaquePointer? {
    let port = port == 0 ? "*" : String(port)
    let isSecure = transport == "tls"
    let url = (isSecure ? "sips:" : "sip:") + "\(uriHost):\(port)" + (isSecure || transport.isEmpty ? "" : ";transport=\(transport)")
    let secure = tlsPort.map { "sips:\(uriHost):\($0 == 0 ? "*" : String($0))" }
    let texts = [url, isSecure ? nil : secure, folder?.path, resolver.isEmpty ? nil : resolver, "Hookswitch"]
    return withTexts(texts) { texts in
      guard let url = texts[0] else { return nil }
      var settings = csip_settings(
        url: url, sips_url: texts[1], certificates: texts[2], checks_certificates: checksCertificates ? 1 : 0, resolver: texts[3],
        session_expires: sessionExpires, min_session_expires: minSessionExpires, transaction_seconds: transactionSeconds,
        user_agent: texts[4],
        limits: csip_limits(
          max_ringing: maxRinging, calls_per_second_per_source: callsPerSecondPerSource, max_streams_per_source: 0, patience_ms: 0,
          max_calls: maxCalls, max_calls_per_source: maxCallsPerSource, max_ring_seconds: ringSeconds))
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
        guard let start = room.baseAddress else { return nil }
        start.pointee = 0
        let pointer = csip_start(&settings, stackHeard, isTraced ? stackWire : nil, context, start, room.count)
        if pointer == nil { error = String(cString: start) }
        return pointer
      }
    }
  }
}
