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

/// A telephone number in a URI (RFC 3966).
struct PhoneNumber: Hashable {
  /// Digits, `*` and `#`, with `+` before a country code.
  var text: String

  /// True for an E.164 number, which is the same everywhere.
  var isGlobal: Bool { text.hasPrefix("+") }

  /// The number as the user part of a SIP URI, where `#` must be escaped (RFC 3261 section 25.1).
  var userPart: String { text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "%23") }

  /// Reads a number, a `tel:` URI or the user part of a SIP URI; nil for anything else.
  ///
  /// Removes visual separators, and completes a local number with its context, if that is a country code and area (RFC 3966 section 5.1.5).
  init?(uri: String) {
    var rest = uri[...]
    if let colon = uri.firstIndex(of: ":") { rest = uri[uri.index(after: colon)...] }
    if let at = rest.firstIndex(of: "@") { rest = rest[..<at] }
    let parts = rest.split(separator: ";", omittingEmptySubsequences: false)
    guard let first = parts.first, var number = Self.digits(first) else { return nil }
    if !number.hasPrefix("+"), let context = parts.first(where: { $0.lowercased().hasPrefix("phone-context=+") }),
      let prefix = Self.digits(context.dropFirst(14))
    {
      number = prefix + number
    }
    text = number
  }

  private static func digits(_ written: Substring) -> String? {
    let unescaped = written.split(separator: "%23", omittingEmptySubsequences: false).joined(separator: "#")
    let digits = unescaped.filter { !"-.() ".contains($0) }
    let body = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    guard !body.isEmpty, body.allSatisfy({ $0.isASCII && ($0.isNumber || "*#ABCDabcd".contains($0)) }) else { return nil }
    guard !digits.hasPrefix("+") || body.allSatisfy(\.isNumber) else { return nil }
    return String(digits)
  }
}
