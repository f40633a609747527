/// SIP and SIPS URIs, compared by scheme, user, host and port (RFC 3261, 19.1.4, without URI parameters).
public struct SIPURI: HandleType {
  /// `sipURI`.
  public static let identifier = "sipURI"

  /// Knows no server.
  public init() {}

  /// The URI with scheme and host in lower case, and without parameters, headers and password.
  public func normalize(_ text: String) throws(HandleError) -> String {
    guard let colon = text.firstIndex(of: ":") else {
      throw HandleError(kind: Self.identifier, text: text, reason: "it needs a scheme, sip: or sips:")
    }
    let scheme = text[..<colon].lowercased()
    guard scheme == "sip" || scheme == "sips" else {
      throw HandleError(kind: Self.identifier, text: text, reason: "its scheme is neither sip: nor sips:")
    }
    let rest = text[text.index(after: colon)...]
    let host: Substring
    var user = ""
    if let at = rest.lastIndex(of: "@") {
      user = rest[..<at].prefix { $0 != ":" } + "@"
      host = rest[rest.index(after: at)...]
    } else {
      host = rest
    }
    let bare = host.prefix { $0 != ";" && $0 != "?" && $0 != ">" }
    guard !bare.isEmpty else { throw HandleError(kind: Self.identifier, text: text, reason: "it names no host") }
    return scheme + ":" + user + bare.lowercased()
  }
}
