/// The SIP address of a node, in the forms that Kamailio's tables have.
package struct EdgeAddress: Hashable, Sendable {
  /// The host: a name, an IPv4 address, or an IPv6 address in brackets.
  package let host: String
  package let port: Int
  /// The transport's name in lower case; empty for UDP.
  package let transport: String

  /// Reads a SIP URI such as `sip:192.0.2.11:5060;transport=tcp`; nil for anything else.
  ///
  /// Kamailio puts the text into the destination of requests, so nothing but a host, a port and a transport passes.
  package init?(_ uri: String) {
    guard uri.hasPrefix("sip:") else { return nil }
    var rest = uri.dropFirst(4)
    var transport = ""
    if let semicolon = rest.firstIndex(of: ";") {
      let parameter = rest[rest.index(after: semicolon)...].lowercased()
      guard parameter.hasPrefix("transport=") else { return nil }
      transport = String(parameter.dropFirst("transport=".count))
      guard ["udp", "tcp", "tls"].contains(transport) else { return nil }
      rest = rest[..<semicolon]
    }
    var port = transport == "tls" ? 5061 : 5060
    if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") {
      guard let number = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(number) else { return nil }
      port = number
      rest = rest[..<colon]
    }
    let isNumeric = rest.hasPrefix("[") && rest.hasSuffix("]")
    let name = isNumeric ? rest.dropFirst().dropLast() : rest
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e: true
      case 0x3a: isNumeric
      default: false
      }
    }
    guard isPlain, !name.isEmpty else { return nil }
    host = String(rest)
    self.port = port
    self.transport = transport == "udp" ? "" : transport
  }

  /// The host and the port, by which requests to and from the node are recognised.
  package var place: String { "\(host):\(port)" }

  /// The destination without its scheme, such as `192.0.2.11:5060;transport=tcp`.
  package var destination: String { transport.isEmpty ? place : "\(place);transport=\(transport)" }

  /// The SIP URI.
  package var uri: String { "sip:\(destination)" }
}
