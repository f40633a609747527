internal import TransportKit

extension Settings {
  /// Checks settings against each other.
  func check() throws(TransportError) {
    for (name, value) in [("uri", uri), ("registrar", registrar), ("outbound-proxy", proxy)] where !value.isEmpty {
      guard SIPAddress.isURI(value), !SIPAddress.domain(of: value).isEmpty else {
        let example = name == "uri" ? "sip:alice@example.org" : "sip:example.org"
        throw TransportError(.invalid, "configuration: /\(name) must be like \(example)")
      }
    }
    guard uri.isEmpty || !user.isEmpty else { throw TransportError(.invalid, "configuration: /uri must be like sip:alice@example.org") }
    guard registrar.isEmpty || !uri.isEmpty else {
      throw TransportError(.invalid, "configuration: /registrar needs /uri, the address to register")
    }
    guard ["", "udp", "tcp", "tls"].contains(place.transport) else {
      throw TransportError(.invalid, "configuration: /transport must be udp, tcp, tls, or empty for UDP and TCP")
    }
    guard !(place.transport == "tls" && place.tlsPort != nil) else {
      throw TransportError(.invalid, "configuration: /tls-port goes with /transport udp, tcp or empty; TLS alone listens at /port")
    }
    guard place.files.privateKey.isEmpty || !place.files.certificate.isEmpty else {
      throw TransportError(.invalid, "configuration: /private-key needs /certificate, whose key it is")
    }
    guard (place.tlsPort ?? 0) == 0 || !place.files.certificate.isEmpty else {
      throw TransportError(.invalid, "configuration: /tls-port needs /certificate, which identifies us to callers")
    }
    for (index, contact) in contacts.enumerated() {
      guard ["udp", "tcp", "tls"].contains(contact) || SIPAddress.isURI(contact) else {
        throw TransportError(.invalid, "configuration: /contacts/\(index) must be udp, tcp, tls, or like sip:alice@192.0.2.1")
      }
    }
    try checkInstance()
    try checkAddresses()
  }

  /// Checks the listening address and the lengths of lists.
  private func checkAddresses() throws(TransportError) {
    guard place.host == "auto" || LocalAddress.isNumeric(place.host) else {
      throw TransportError(
        .invalid, "configuration: /address must be an address of this machine, such as 192.0.2.1 or 2001:db8::1, or auto")
    }
    guard trustedPeers.count <= 256 else { throw TransportError(.invalid, "configuration: /trusted-peers must name 256 at most") }
    guard contacts.count <= 8 else { throw TransportError(.invalid, "configuration: /contacts must name 8 at most") }
  }

  /// Fills in settings that follow from others.
  mutating func settle() {
    let usesTLS = ([uri, registrar, proxy] + contacts).contains { $0 == "tls" || SIPAddress.isSecure($0) }
    if usesTLS, place.transport != "tls", place.tlsPort == nil { place.tlsPort = 0 }
    guard place.host == "auto" else { return }
    followsRoute = true
    place.host = LocalAddress.toward(server) ?? "127.0.0.1"
  }

  /// The first hop of our requests.
  var server: String { SIPAddress.domain(of: proxy.isEmpty ? registrar.isEmpty ? uri : registrar : proxy) }
}
