internal import TransportKit

/// Reads parts of URIs that the stack has already parsed.
enum SIPAddress {
  /// The user part, as written.
  static func user(of uri: String) -> String {
    guard let colon = uri.firstIndex(of: ":") else { return "" }
    let rest = uri[uri.index(after: colon)...]
    guard let at = rest.firstIndex(of: "@") else { return scheme(of: uri) == "tel" ? String(rest.prefix { $0 != ";" }) : "" }
    return String(rest[..<at].prefix { $0 != ":" && $0 != ";" })
  }

  /// The host and port, as written.
  static func domain(of uri: String) -> String {
    guard let colon = uri.firstIndex(of: ":"), scheme(of: uri) != "tel" else { return "" }
    let rest = uri[uri.index(after: colon)...].prefix { $0 != "?" }
    let host = rest.firstIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    return String(host.prefix { $0 != ";" })
  }

  /// The host without its port, if it is a numeric address.
  static func numericHost(of uri: String) -> String? {
    let domain = domain(of: uri)
    let host = domain.hasPrefix("[") ? String(domain.dropFirst().prefix { $0 != "]" }) : String(domain.prefix { $0 != ":" })
    return LocalAddress.isNumeric(host) ? host : nil
  }

  static func scheme(of uri: String) -> String { uri.firstIndex(of: ":").map { uri[..<$0].lowercased() } ?? "" }

  /// Returns true for a text that begins like a SIP URI and is clean.
  static func isURI(_ text: String) -> Bool { ["sip", "sips"].contains(scheme(of: text)) && isClean(text) }

  /// Returns true for a URI that requires TLS (RFC 3261 section 26.2.2), or names it in the older parameter.
  static func isSecure(_ uri: String) -> Bool {
    guard scheme(of: uri) != "sips" else { return true }
    // Only URI parameters count, not the user part or headers.
    let parameters = (uri.split(separator: "@").last ?? "").prefix { $0 != "?" }.split(separator: ";").dropFirst()
    return parameters.contains { $0.lowercased() == "transport=tls" }
  }

  /// Returns true for an anonymous From (RFC 3323 section 4.1.1.3).
  static func isAnonymous(_ uri: String) -> Bool {
    user(of: uri).lowercased() == "anonymous" || domain(of: uri).lowercased() == "anonymous.invalid"
  }

  /// A request must fit in a datagram, and in others' buffers.
  static let longest = 1024

  /// Returns true for a text without anything that would end a header.
  static func isClean(_ text: String) -> Bool {
    text.utf8.count <= longest
      && !text.utf8.contains { $0 <= 32 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: ",") || $0 == 127 }
  }

  /// The host's handle for a URI: a number if it is one (RFC 3966, and RFC 3261 section 19.1.6 for `user=phone`), else the URI.
  static func handle(of uri: String) -> (kind: String, handle: String) {
    let isPhone = uri.lowercased().contains(";user=phone")
    guard scheme(of: uri) == "tel" || isPhone, let number = PhoneNumber(uri: uri) else { return ("sip", uri) }
    return ("tel", number.text)
  }

  /// The URI for the host's fields without a kind: a number as `tel:`, else the URI itself.
  static func schemed(_ uri: String) -> String {
    let (kind, handle) = handle(of: uri)
    return kind == "tel" ? "tel:\(handle)" : uri
  }
}
