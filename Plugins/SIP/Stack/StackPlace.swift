internal import CSIPStack

/// Where a stack listens, and with what certificates: accounts that agree on all of it share one.
struct StackPlace: Hashable, CustomStringConvertible {
  var host: String
  var port: UInt16
  /// `udp`, `tcp`, or empty for both.
  var transport = ""
  /// 0: no TLS.
  var tlsPort: UInt16 = 0
  /// The folder with agent.pem and cafile.pem.
  var certificates = ""
  var checksCertificates = true
  var sessionExpires: UInt32 = 1800
  var minSessionExpires: UInt32 = 90
  /// How long a request waits for its answer, in seconds.
  var transactionSeconds: UInt32 = 32
  /// How many calls may have come and not be up yet, and how many one address may make in a second.
  var maxRinging: UInt32 = 1000
  var callsPerSecondPerSource: UInt32 = 500

  var description: String { "\(host):\(port)" }

  /// The host as it stands in a URI.
  var uriHost: String { host.contains(":") ? "[\(host)]" : host }

  /// Starts a stack there; nil when it cannot.
  func start(_ context: UnsafeMutableRawPointer) -> OpaquePointer? {
    let url = "sip:\(uriHost):\(port == 0 ? "*" : String(port))" + (transport.isEmpty ? "" : ";transport=\(transport)")
    let secure = tlsPort == 0 ? nil : "sips:\(uriHost):\(tlsPort)"
    return withText(secure) { secure in
      withText(certificates.isEmpty ? nil : certificates) { certificates in
        url.withCString { url in
          "Hookswitch".withCString { agent in
            var settings = csip_settings(
              url: url, sips_url: secure, certificates: certificates, checks_certificates: checksCertificates ? 1 : 0,
              session_expires: sessionExpires, min_session_expires: minSessionExpires, transaction_seconds: transactionSeconds,
              user_agent: agent,
              limits: csip_limits(
                max_ringing: maxRinging, calls_per_second_per_source: callsPerSecondPerSource, max_streams_per_source: 0, patience_ms: 0))
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
              guard let start = room.baseAddress else { return nil }
              return csip_start(&settings, stackHeard, stackWire, context, start, room.count)
            }
          }
        }
      }
    }
  }
}

/// Lends a text as C has it, or NULL.
func withText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return text.withCString(body)
}
