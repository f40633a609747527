internal import TransportKit

/// What is read from URIs without being a parser: the stack has parsed them already.
enum SIPAddress {
  /// The user part, as it stands.
  static func user(of uri: String) -> String {
    guard let colon = uri.firstIndex(of: ":") else { return "" }
    let rest = uri[uri.index(after: colon)...]
    guard let at = rest.firstIndex(of: "@") else { return uri.hasPrefix("tel:") ? String(rest.prefix { $0 != ";" }) : "" }
    return String(rest[..<at].prefix { $0 != ":" && $0 != ";" })
  }

  /// The URI to call for a host's handle.
  ///
  /// A number goes to the account's own domain (RFC 3261 section 19.1.6), and without one cannot be called.
  static func uri(for info: CallInfo, domain: String) throws(TransportError) -> String {
    switch info.kind {
    case "tel":
      guard !domain.isEmpty else {
        throw TransportError(
          .invalid, "without an account at a registrar only SIP addresses can be called, such as sip:bob@192.0.2.1", domain: "sip")
      }
      return "sip:\(info.handle)@\(domain);user=phone"
    default:
      let hasScheme = info.handle.hasPrefix("sip:") || info.handle.hasPrefix("sips:")
      let uri = hasScheme ? info.handle : "sip:\(info.handle)"
      guard !uri.utf8.contains(where: { $0 <= 32 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == 127 }) else {
        throw TransportError(.invalid, "a SIP address has no spaces, control characters or angle brackets", domain: "sip")
      }
      return uri
    }
  }
}
