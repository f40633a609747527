internal import CSIPStack
internal import StrictJSON
internal import TransportKit

/// The listening address of a stack and all its settings: accounts with equal ones share a stack.
struct StackPlace: Hashable, CustomStringConvertible {
  var host: String
  var port: UInt16
  /// `udp`, `tcp`, `tls`, or empty for UDP and TCP.
  var transport = ""
  /// The additional port for TLS; nil: none, 0: any.
  var tlsPort: UInt16?
  var files = TLSFiles()
  var checksCertificates = true
  /// A file like /etc/resolv.conf; empty: the system's.
  var resolver = ""
  var sessionExpires: UInt32 = 1800
  var minSessionExpires: UInt32 = 90
  /// The time-out of a request, in seconds.
  var transactionSeconds: UInt32 = 32
  /// The limits on incoming calls that are not up yet, and on calls per second from one address.
  var maxRinging: UInt32 = 1000
  var callsPerSecondPerSource: UInt32 = 500
  /// The limits on calls in all, and from one address; 0: 2 for every 5 files that the process may open, and half of that.
  var maxCalls: UInt32 = 0
  var maxCallsPerSource: UInt32 = 0
  /// The time after which the stack refuses an unanswered incoming call, in seconds.
  var ringSeconds: UInt32 = 300

  var description: String { "\(host):\(port)" }

  /// The host as written in a URI.
  var uriHost: String { host.contains(":") ? "[\(host)]" : host }

  /// Starts a stack there.
  ///
  /// - Parameter handed: The sockets of another version, which it then takes over; it reads nothing before the handover is settled.
  /// - Throws: The reason why it cannot listen, or a fault of the certificates.
  func start(_ context: UnsafeMutableRawPointer, isTraced: Bool, _ handed: HandedSockets?) throws(TransportError) -> OpaquePointer {
    let folder = tlsPort == nil && transport != "tls" ? nil : try files.folder()
    var error = ""
    if let pointer = start(context, isTraced, folder, handed, &error) { return pointer }
    throw TransportError(.network, "SIP cannot listen at \(self): \(error)", domain: "sip")
  }

  private func start(
    _ context: UnsafeMutableRawPointer, _ isTraced: Bool, _ folder: TLSFolder?, _ handed: HandedSockets?, _ error: inout String
  ) -> OpaquePointer? {
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
          max_calls: maxCalls, max_calls_per_source: maxCallsPerSource, max_ring_seconds: ringSeconds),
        inherited: nil, n_inherited: 0, calls: nil, calls_bytes: 0, link: handed?.link ?? -1, is_traced: isTraced ? 1 : 0)
      return (handed?.sockets ?? []).withUnsafeBufferPointer { sockets in
        (handed?.calls ?? []).withUnsafeBufferPointer { calls in
          (settings.inherited, settings.n_inherited) = (sockets.baseAddress, sockets.count)
          (settings.calls, settings.calls_bytes) = (calls.baseAddress, calls.count)
          return Self.start(&settings, context, &error)
        }
      }
    }
  }
}

extension StackPlace {
  private static func start(
    _ settings: inout csip_settings, _ context: UnsafeMutableRawPointer, _ error: inout String
  ) -> OpaquePointer? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
      guard let start = room.baseAddress else { return nil }
      start.pointee = 0
      let pointer = csip_start(&settings, stackHeard, stackWire, context, start, room.count)
      if pointer == nil { error = String(cString: start) }
      return pointer
    }
  }
}

// Sharing of sockets between accounts.
extension StackPlace {
  /// Returns true when both want the same port.
  func meets(_ other: StackPlace) -> Bool { host == other.host && !sockets.isDisjoint(with: other.sockets) }

  /// The first setting in which the other differs, and its value there.
  func difference(from other: StackPlace) -> (setting: String, theirs: String)? {
    zip(values, other.values).first { $0.value != $1.value }.map { ($1.setting, $1.value) }
  }

  /// The error for an account that wants the same port with other settings.
  func refusal(of other: StackPlace) -> TransportError {
    let (setting, ours) = other.difference(from: self) ?? ("port", "\(port)")
    return TransportError(
      .invalid,
      "configuration: /\(setting) must be \(ours), as for another account that listens at \(self); or give this one another /port",
      domain: "sip")
  }

  /// The transports with their ports; a port of 0 conflicts with none.
  private var sockets: Set<String> {
    var sockets: [(kind: String, port: UInt16)] = []
    if transport == "udp" || transport.isEmpty { sockets.append(("udp", port)) }
    if transport != "udp" { sockets.append(("tcp", port)) }
    if let tlsPort, transport != "tls" { sockets.append(("tcp", tlsPort)) }
    return Set(sockets.filter { $0.port > 0 }.map { "\($0.kind) \($0.port)" })
  }

  /// All settings by name; the port and address come last, since accounts may well differ in them.
  private var values: [(setting: String, value: String)] {
    [
      ("transport", JSONValue.quote(transport)), ("tls-port", tlsPort.map { "\($0)" } ?? "-1"),
      ("certificate", JSONValue.quote(files.certificate)),
      ("private-key", JSONValue.quote(files.privateKey)), ("ca-file", JSONValue.quote(files.authorities)),
      ("check-certificates", "\(checksCertificates)"), ("resolver-file", JSONValue.quote(resolver)),
      ("session-expires", "\(sessionExpires)"),
      ("min-session-expires", "\(minSessionExpires)"), ("transaction-seconds", "\(transactionSeconds)"), ("max-ringing", "\(maxRinging)"),
      ("calls-per-second-per-source", "\(callsPerSecondPerSource)"), ("max-calls", "\(maxCalls)"),
      ("max-calls-per-source", "\(maxCallsPerSource)"), ("ring-seconds", "\(ringSeconds)"), ("port", "\(port)"),
      ("address", JSONValue.quote(host)),
    ]
  }
}
