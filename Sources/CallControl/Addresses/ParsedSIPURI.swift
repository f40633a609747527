/// A SIP or SIPS URI in its parts (RFC 3261, 19.1.1), each in the spelling that stands for all others.
///
/// Escapes that stand for letters and digits are undone, all others have capital letters; the host and the names of parameters and header
/// fields are in lower case.
public struct ParsedSIPURI: Hashable, Sendable, CustomStringConvertible {
  /// A header field of the request that the URI asks for.
  public struct Header: Hashable, Sendable {
    /// Its name, in lower case.
    public var name: String
    /// Its value, escaped; may be empty.
    public var value: String
  }

  /// Whether the scheme is `sips`.
  public var isSecure: Bool
  /// The user, escaped; nil: the host itself is meant.
  public var user: String?
  /// The password, escaped.
  public var password: String?
  /// A name in lower case, an IPv4 address, or an IPv6 address in brackets as RFC 5952 writes it.
  public var host: String
  /// The port, if it says one: saying 5060 is not the same as saying none.
  public var port: UInt16?
  /// The URI's parameters by name; an empty value: there is only the name.
  public var parameters: [String: String]
  /// Header fields, in the order of their names.
  public var headers: [Header]

  /// Reads a URI, with nothing around it.
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

  /// Whether two URIs are the same by RFC 3261, 19.1.4.
  ///
  /// That is no equality: `sip:a@b` is the same as `sip:a@b;x=1` and as `sip:a@b;x=2`, which are not the same.
  public func matches(_ other: ParsedSIPURI) -> Bool {
    isSecure == other.isSecure && user == other.user && password == other.password && host == other.host && port == other.port
      && parametersMatch(other.parameters) && headers.map(\.folded).sorted(by: <) == other.headers.map(\.folded).sorted(by: <)
  }

  /// What counts even where only one of two URIs says it.
  private static let neverIgnored = ["transport", "user", "ttl", "method", "maddr"]

  private func parametersMatch(_ others: [String: String]) -> Bool {
    Self.neverIgnored.allSatisfy { (parameters[$0] == nil) == (others[$0] == nil) }
      && parameters.allSatisfy { name, value in
        guard let other = others[name] else { return true }
        // Methods are the one thing here that has two cases.
        return name == "method" ? value == other : value.lowercased() == other.lowercased()
      }
  }

  /// The telephone number that the URI stands for, if it says that it does: `sip:+12125550100@example.org;user=phone`.
  public var telephoneNumber: String? {
    parameters["user"]?.lowercased() == "phone" ? user : nil
  }

  /// The URI in the spelling that stands for all others, parameters and header fields in the order of their names.
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
  /// Without regard to case, as header fields are compared (RFC 3261, 7.3.1).
  fileprivate var folded: String { name + "=" + value.lowercased() }
}
