/// A SIP or SIPS URI in its parts (RFC 3261, 19.1.1), each in its normal form.
///
/// The normal form undoes escapes of letters and digits and writes all others in capitals; the host and the names of parameters and header
/// fields are in lower case.
public struct ParsedSIPURI: Hashable, Sendable, CustomStringConvertible {
  /// A header field of the request that the URI asks for.
  public struct Header: Hashable, Sendable {
    /// The header field's name, in lower case.
    public var name: String
    /// The header field's value, escaped; may be empty.
    public var value: String
  }

  /// True for the scheme `sips`.
  public var isSecure: Bool
  /// The user, escaped; nil when the URI names only a host.
  public var user: String?
  /// The password, escaped.
  public var password: String?
  /// The host: a name in lower case, an IPv4 address, or an IPv6 address in brackets as RFC 5952 writes it.
  public var host: String
  /// The port, if the URI has one; an explicit 5060 differs from none.
  public var port: UInt16?
  /// The URI's parameters by name; the value is empty for a parameter without one.
  public var parameters: [String: String]
  /// The header fields, ordered by name.
  public var headers: [Header]

  /// Reads a URI that stands alone.
  ///
  /// - Throws: `HandleError` that says which part is wrong.
  public init(_ text: String) throws(HandleError) {
    var reader = SIPURIReader(text)
    self = try reader.uri()
  }

  init(isSecure: Bool, user: String?, password: String?, host: String, port: UInt16?, parameters: [String: String], headers: [Header]) {
    self.isSecure = isSecure
    self.user = user
    self.password = password
    self.host = host
    self.port = port
    self.parameters = parameters
    self.headers = headers
  }

  /// Compares two URIs by RFC 3261, 19.1.4.
  ///
  /// This is not an equality: `sip:a@b` matches both `sip:a@b;x=1` and `sip:a@b;x=2`, which do not match each other.
  public func matches(_ other: ParsedSIPURI) -> Bool {
    isSecure == other.isSecure && user == other.user && password == other.password && host == other.host && port == other.port
      && parametersMatch(other.parameters) && headers.map(\.folded).sorted(by: <) == other.headers.map(\.folded).sorted(by: <)
  }

  /// The parameters that make two URIs differ even when only one of them has the parameter.
  private static let neverIgnored = ["transport", "user", "ttl", "method", "maddr"]

  private func parametersMatch(_ others: [String: String]) -> Bool {
    Self.neverIgnored.allSatisfy { (parameters[$0] == nil) == (others[$0] == nil) }
      && parameters.allSatisfy { name, value in
        guard let other = others[name] else { return true }
        // Of the parameters, only the method is case-sensitive.
        return name == "method" ? value == other : value.lowercased() == other.lowercased()
      }
  }

  /// The telephone number of a URI that carries one: `sip:+12125550100@example.org;user=phone`.
  public var telephoneNumber: String? {
    parameters["user"]?.lowercased() == "phone" ? user : nil
  }

  /// The URI in its normal form, parameters and header fields ordered by name.
  public var description: String {
    var text = isSecure ? "sips:" : "sip:"
    if let user { text += user + (password.map { ":" + $0 } ?? "") + "@" }
    text += host
    if let port { text += ":\(port)" }
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { text += ";" + name + (value.isEmpty ? "" : "=" + value) }
    if !headers.isEmpty { text += "?" + headers.map { $0.name + "=" + $0.value }.joined(separator: "&") }
    return text
  }
}

extension ParsedSIPURI.Header {
  /// The header field for comparison without regard to case (RFC 3261, 7.3.1).
  fileprivate var folded: String { name + "=" + value.lowercased() }
}
